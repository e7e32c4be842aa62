/** An authenticator app (RFC 6238: SHA-1, six digits, 30 seconds). */
import { createHmac } from 'node:crypto';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

function base32(text: string): Buffer {
  const bits = [...text].map((letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

/** The app's code, `ahead` steps from now. A step is accepted once: after the present code the next one has to be used. */
export function appCode(secret: string, ahead: 0 | 1 = 0): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + ahead));
  const tag = createHmac('sha1', base32(secret)).update(counter).digest();
  const offset = (tag[tag.length - 1] ?? 0) & 15;
  const number = tag.readUInt32BE(offset) & 0x7f_ff_ff_ff;
  return String(number % 1_000_000).padStart(6, '0');
}

/** Six digits that are neither the present nor the next code. */
export function wrongCode(secret: string): string {
  const right = [appCode(secret), appCode(secret, 1)];
  return ['000000', '111111', '222222'].find((code) => !right.includes(code)) ?? '';
}
