/** When an e-mail address is plausible: the server's own rule (crates/data/src/run/checks.rs). */

const LONGEST = 254;
const LOCAL = /^[^\s\p{Cc}<>,;"()@]{1,64}$/u;
const LABEL = /^[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?$/u;

/** One `@` with something plausible on both sides. */
export function isEmail(text: string): boolean {
  const at = text.lastIndexOf('@');
  const labels = text.slice(at + 1).split('.');
  return (
    text.length <= LONGEST &&
    LOCAL.test(text.slice(0, at)) &&
    labels.length > 1 &&
    labels.every((label) => LABEL.test(label))
  );
}

/** The message for an address that is not plausible. */
export const EMAIL_ADVICE = 'Confira o endereço: ele precisa ser como nome@empresa.com.br.';
