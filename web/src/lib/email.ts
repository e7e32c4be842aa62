/** Plausibility of e-mail addresses: the server's own rule (crates/base/src/email.rs). */

const MAX_LENGTH = 254;
/** Signs that show nothing, which come along when an address is copied. The server leaves them out. */
const UNSEEN = /\p{Default_Ignorable_Code_Point}/gu;
const LOCAL = /^(?!\.)(?!.*\.\.)[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}(?<!\.)$/i;
const LABEL = /^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}])?$/u;

/** One `@` with something plausible on both sides. */
export function isEmail(text: string): boolean {
  const address = text.replace(UNSEEN, '').trim();
  const at = address.lastIndexOf('@');
  const labels = address.slice(at + 1).split('.');
  return (
    address.length <= MAX_LENGTH &&
    LOCAL.test(address.slice(0, at)) &&
    labels.length > 1 &&
    labels.every((label) => LABEL.test(label))
  );
}

/** The message for an address that is not plausible. */
export const EMAIL_ADVICE = 'Confira o endereço: ele precisa ser como nome@empresa.com.br.';
