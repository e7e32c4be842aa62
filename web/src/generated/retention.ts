// Written by `cargo xtask gen` from crates/operations. Do not edit.

/** The jobs that remove old logs, and for how long each log is kept. */
export const retentions = {
  cleanup_old_rate_limits: { days: 1 },
  cleanup_old_auth_logs: { months: 6 },
  cleanup_old_job_logs: { days: 30 },
} as const;
