import { rest, unwrap } from '@/lib/backend';

/** Changes how often e-mails of notices come, by the token of one of them: false for an unknown token. */
export async function changePeriod(token: string, period: string): Promise<boolean> {
  return unwrap(await rest.rpc('change_notice_emails', { token, email_period: period }));
}

/** Ends the e-mails of notices: false for an unknown token. */
export async function stopEmails(token: string): Promise<boolean> {
  return unwrap(await rest.rpc('stop_notice_emails', { token }));
}

/** Ends the reminders of the study plan: false for an unknown token. */
export async function stopReminders(token: string): Promise<boolean> {
  return unwrap(await rest.rpc('stop_study_reminders', { token }));
}
