/** The emails and short messages that a demo server has sent, read from its outbox. */
import { type APIRequestContext, expect } from '@playwright/test';

export interface Email {
  kind: string;
  to: string;
  subject: string;
  text: string;
  links: string[];
}

/** Messages follow the commit within milliseconds; a busy machine takes longer. */
const POLLING = { intervals: [20, 50, 100] };

export async function emailsTo(request: APIRequestContext, address: string): Promise<Email[]> {
  const emails = (await (await request.get('/dev/outbox.json')).json()) as Email[];
  return emails.filter(({ to }) => to === address);
}

/** The newest message to an address, once there are as many. */
export async function emailTo(request: APIRequestContext, address: string, count = 1): Promise<Email> {
  let found: Email[] = [];
  await expect
    .poll(async () => {
      found = await emailsTo(request, address);
      return found.length;
    }, POLLING)
    .toBeGreaterThanOrEqual(count);
  const [newest] = found;
  if (!newest) throw new Error(`no message to ${address}`);
  return newest;
}

/** The newest message to an address with that subject, once there is one. */
export async function emailAbout(request: APIRequestContext, address: string, subject: string): Promise<Email> {
  let found: Email | undefined;
  await expect
    .poll(async () => {
      found = (await emailsTo(request, address)).find((email) => email.subject === subject);
      return found?.subject;
    }, POLLING)
    .toBe(subject);
  if (!found) throw new Error(`no message to ${address} about ${subject}`);
  return found;
}

export function codeOf(email: Email): string {
  return /^Código: (\d{6})$/m.exec(email.text)?.[1] ?? '';
}

/** The six digits of a short message. */
export function smsCodeOf(message: Email): string {
  return /\b\d{6}\b/.exec(message.text)?.[0] ?? '';
}

/** The link of an account's email, without its origin: tests open the demo under other names. */
export function linkOf(email: Email): string {
  const link = email.links.find((each) => each.includes('/auth/v1/verify?')) ?? '';
  const { pathname, search } = new URL(link);
  return pathname + search;
}
