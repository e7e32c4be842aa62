/** The forms behind the links in e-mails. Opening one changes nothing: mail scanners open every link. */
import { publicForm } from '@/widgets/public-form/definition';
import type { Notice } from '@/widgets/public-form/outcome';
import { linkText } from './text';

function linkForm(
  name: string,
  procedure: string,
  success: Notice,
  load: () => Promise<(token: string) => Promise<boolean>>,
) {
  return publicForm({
    name,
    fields: ['token'],
    writes: [`rpc/${procedure}`],
    success,
    failure: linkText.failure,
    check: ({ token }) => ({ checked: token }),
    async load() {
      const send = await load();
      return async (token) => ((await send(token)) ? undefined : linkText.unknown);
    },
  });
}

/** Confirms a subscription. */
export const confirmForm = linkForm(
  'confirmar',
  'confirm_newsletter',
  linkText.confirmed,
  async () => (await import('./queries')).confirm,
);

export const leaveForm = linkForm(
  'sair',
  'unsubscribe_newsletter',
  linkText.left,
  async () => (await import('./queries')).leave,
);

/** Withdraws the purpose of an automated e-mail. */
export const stopPurposeForm = linkForm(
  'sair-dos-emails',
  'unsubscribe_newsletter',
  linkText.purposeLeft,
  async () => (await import('./queries')).leave,
);
