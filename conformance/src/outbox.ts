/** The letters of a server under test, read where the house leaves them. */
import assert from 'node:assert/strict';
import type { Server } from './server.ts';

export interface Letter {
  kind: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  links: string[];
  at: string;
}

/** The letters to an address, newest first, as soon as there are so many. They follow the commit at their own pace. */
export async function lettersTo(server: Server, address: string, most: number): Promise<Letter[]> {
  const deadline = Date.now() + 10_000;
  while (Date.now() < deadline) {
    const answer = await fetch(`${server.url}/dev/outbox.json`);
    assert.equal(answer.status, 200);
    const letters = ((await answer.json()) as Letter[]).filter((letter) => letter.to === address);
    if (letters.length >= most) return letters;
  }
  throw new Error(`no ${most} letters to ${address}`);
}

/** The six digits of a letter. */
export function codeOf(letter: Letter | undefined): string {
  return letter?.text.match(/^Código: (\d{6})$/m)?.[1] ?? '';
}

/** The link of an account's letter. */
export function linkOf(letter: Letter | undefined): string {
  return letter?.links.find((link) => link.includes('/auth/v1/verify?')) ?? '';
}
