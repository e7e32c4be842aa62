/** Every public form by its name, and the response to a plain post of one. Only the server's bundle holds this. */
import { postedLogin } from '@/features/accounts/sign-in/posted-login';
import { contactForm } from '@/features/leads/contact/message';
import { waitlistForm } from '@/features/leads/waitlist/waitlist-entry';
import { outsideReportForm } from '@/features/moderation/outside/outside-report';
import { confirmForm, leaveForm, stopPurposeForm } from '@/features/newsletter/link-forms';
import { newsletterForm } from '@/features/newsletter/newsletter';
import { preferencesForm } from '@/features/newsletter/preferences-form';
import { periodForm, stopForm, stopRemindersForm } from '@/features/notices/link-forms';
import { withQuery } from '@/lib/query-string';
import { type PublicForm, RECEIPT_PARAMETER, SENT_PARAMETER, TRAP_FIELD } from '@/widgets/public-form/definition';
import type { Posted } from '@/widgets/public-form/posted';
import type { FormName } from './pages';
import type { Visit } from './routes';

const forms: Record<FormName, PublicForm> = {
  newsletter: newsletterForm,
  contato: contactForm,
  denuncia: outsideReportForm,
  'lista-de-espera': waitlistForm,
  confirmar: confirmForm,
  sair: leaveForm,
  preferencias: preferencesForm,
  frequencia: periodForm,
  'sair-dos-avisos': stopForm,
  'sair-dos-lembretes': stopRemindersForm,
  'sair-dos-emails': stopPurposeForm,
  entrar: postedLogin,
};

/** The tables that each of these forms may write to. */
export const writesOf = (names: readonly FormName[]): Record<string, readonly string[]> =>
  Object.fromEntries(names.map((name) => [name, forms[name].writes]));

export interface Post {
  form: FormName;
  fields: readonly [name: string, value: string][];
}

export type PostAnswer = { location: string } | { status: number; posted: Posted };

/** Sends what was posted. Redirects afterwards, so that reloading sends nothing, or shows the refusal. */
export async function answerPost(post: Post, path: string, params: Visit['params']): Promise<PostAnswer> {
  const form = forms[post.form];
  const fields = new Map(post.fields);
  // Browsers post line breaks as two characters, which would count against the limits.
  const textOf = (field: string) => (fields.get(field) ?? params[field] ?? '').replaceAll('\r\n', '\n');
  const values = Object.fromEntries(form.fields.map((field) => [field, textOf(field)]));
  const outcome = await form.submit(values, fields.get(TRAP_FIELD) ?? '');
  const anchor = `#${form.name}`;
  switch (outcome.kind) {
    case 'nothing':
      return { location: path + anchor };
    case 'sent':
      return {
        location: withQuery(path, { [SENT_PARAMETER]: form.name, [RECEIPT_PARAMETER]: outcome.receipt }) + anchor,
      };
    case 'problems':
      return { status: 422, posted: { form: form.name, path, values, problems: outcome.problems } };
    case 'refused':
      return {
        status: outcome.status,
        posted: { form: form.name, path, values, problems: {}, notice: outcome.notice },
      };
  }
}
