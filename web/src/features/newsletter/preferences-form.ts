/** The form of the preferences page. Opening the page changes nothing: mail scanners open every link. */
import type { EmailKind } from '@/entities/email-preferences';
import type { EmailChoice } from '@/generated/functions';
import { publicForm } from '@/widgets/public-form/definition';
import { linkText } from './text';

/** Fields of the kinds, by their names in a post. */
const KIND_FIELDS = ['open', 'premium', 'checkout', 'membership', 'return'] as const satisfies readonly EmailKind[];

/** Value of a field that is on. */
export const ON = 'sim';

/** Changes the kinds that the page offered; others stay as they are. */
export const preferencesForm = publicForm({
  name: 'preferencias',
  fields: ['token', 'oferecidas', ...KIND_FIELDS],
  writes: ['rpc/choose_emails'],
  success: linkText.chosen,
  failure: linkText.failure,
  check({ token, oferecidas, ...values }) {
    const offered = oferecidas.split(' ');
    const kinds = KIND_FIELDS.filter((kind) => offered.includes(kind));
    return { checked: { token, choices: kinds.map((kind) => ({ kind, follows: values[kind] === ON })) } };
  },
  async load() {
    const { choose } = await import('./queries');
    return async ({ token, choices }: Chosen) => ((await choose(token, choices)) ? undefined : linkText.unknown);
  },
});

/** A choice of each offered kind. */
interface Chosen {
  token: string;
  choices: EmailChoice[];
}
