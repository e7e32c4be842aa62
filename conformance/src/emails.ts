/** The messages that a server under test has sent, read from its outbox. */
import assert from 'node:assert/strict';
import { setTimeout } from 'node:timers/promises';
import type { Server } from './server.ts';

export interface Email {
  kind: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  links: string[];
  at: string;
}

/** The messages to an address, newest first, once there are as many. They are sent after the commit. */
export async function emailsTo(server: Server, address: string, most: number): Promise<Email[]> {
  const deadline = Date.now() + 60_000;
  while (Date.now() < deadline) {
    const answer = await fetch(`${server.url}/dev/outbox.json`);
    assert.equal(answer.status, 200);
    const emails = ((await answer.json()) as Email[]).filter((email) => email.to === address);
    if (emails.length >= most) return emails;
    await setTimeout(20);
  }
  throw new Error(`no ${most} emails to ${address}`);
}

export function codeOf(email: Email | undefined): string {
  return email?.text.match(/^Código: (\d{6})$/m)?.[1] ?? '';
}

/** The link of an account's email. */
export function linkOf(email: Email | undefined): string {
  return email?.links.find((link) => link.includes('/auth/v1/verify?')) ?? '';
}
