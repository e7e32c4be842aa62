/** What the links in the letters lead to. Opening one changes nothing: mail scanners open every link. */
import { type Notice, publicForm } from '@/lib/public-form';
import { linkText } from './text';

function linkForm(name: string, procedure: string, success: Notice, act: (token: string) => Promise<boolean>) {
  return publicForm({
    name,
    fields: ['token'],
    writes: [`rpc/${procedure}`],
    success,
    failure: linkText.failure,
    check: ({ token }) => ({ checked: token }),
    send: async (token) => ((await act(token)) ? undefined : linkText.unknown),
  });
}

/** Says that the address was meant to be subscribed. */
export const confirmForm = linkForm('confirmar', 'confirm_newsletter', linkText.confirmed, async (token) =>
  (await import('./queries')).confirm(token),
);

/** Ends the subscription; mail programs post it by themselves (RFC 8058). */
export const leaveForm = linkForm('sair', 'unsubscribe_newsletter', linkText.left, async (token) =>
  (await import('./queries')).leave(token),
);
