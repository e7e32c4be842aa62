// Written by `cargo xtask gen` from crates/operations. Do not edit.

/** The jobs that remove old logs, and for how many days each log is kept. */
export const retentionDays = {
  cleanup_old_rate_limits: 1,
  cleanup_old_auth_logs: 180,
  cleanup_old_job_logs: 30,
} as const;
