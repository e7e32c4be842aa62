/** The letters of the project's server, read where a person would read them in the demo. */
import { type APIRequestContext, expect } from '@playwright/test';

interface Letter {
  to: string;
  subject: string;
  text: string;
  links: string[];
}

/** The newest letter to an address, once there are as many. It follows the commit at its own pace. */
export async function letterTo(request: APIRequestContext, address: string, count = 1): Promise<Letter> {
  let found: Letter[] = [];
  await expect
    .poll(async () => {
      const letters: Letter[] = await (await request.get('/dev/outbox.json')).json();
      found = letters.filter(({ to }) => to === address);
      return found.length;
    })
    .toBeGreaterThanOrEqual(count);
  const [newest] = found;
  if (!newest) throw new Error(`no letter to ${address}`);
  return newest;
}

/** The six digits of a letter. */
export function codeOf(letter: Letter): string {
  return /^Código: (\d{6})$/m.exec(letter.text)?.[1] ?? '';
}

/** The link of an account's letter, without its origin: the demo is asked under other names than its own. */
export function linkOf(letter: Letter): string {
  const link = letter.links.find((each) => each.includes('/auth/v1/verify?')) ?? '';
  const { pathname, search } = new URL(link);
  return pathname + search;
}
