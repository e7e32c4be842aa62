/** The waitlist's entry: its fields, its validation, and where it is stored. */
import { limits, words } from '@/generated/columns/waitlist_entries';
import { EMAIL_ADVICE, isEmail } from '@/lib/email';
import { problemsIn, publicForm, tooLong, type Values } from '@/widgets/public-form/definition';
import type { Problems } from '@/widgets/public-form/outcome';

const waitlistText = {
  success: {
    title: 'Seu lugar está guardado',
    description: 'Eu aviso por e-mail quando o primeiro grupo abrir.',
    tone: 'success',
  },
  duplicate: {
    title: 'Você já está na lista',
    description: 'Este e-mail já tem um lugar. Não é preciso se inscrever de novo.',
    tone: 'success',
  },
  failure: {
    title: 'Não foi possível entrar na lista',
    description: 'Tente novamente em alguns instantes ou peça o seu lugar pelo WhatsApp.',
    tone: 'destructive',
  },
} as const;

/** The company sizes the server accepts. */
export const SIZES = words.size;

export const MAX_LENGTHS = limits;

const FIELDS = ['name', 'email', 'company', 'size'] as const;
type Field = (typeof FIELDS)[number];

export interface Entry {
  name: string;
  email: string;
  company: string | null;
  size: (typeof SIZES)[number] | null;
}

export function check(written: Values<Field>): { checked: Entry } | { problems: Problems<Field> } {
  const name = written.name.trim();
  const email = written.email.trim();
  const company = written.company.trim();
  const size = SIZES.find((known) => known === written.size) ?? null;
  const problems = problemsIn<Field>({
    name: name ? tooLong(name, MAX_LENGTHS.name) : 'Escreva o seu nome.',
    email: emailProblem(email),
    company: tooLong(company, MAX_LENGTHS.company),
    size: written.size && !size ? 'Escolha um dos tamanhos da lista.' : undefined,
  });
  return problems ? { problems } : { checked: { name, email, company: company || null, size } };
}

function emailProblem(email: string): string | undefined {
  if (!email) return 'Escreva o seu e-mail: é por ele que eu aviso.';
  return isEmail(email) ? undefined : EMAIL_ADVICE;
}

export const waitlistForm = publicForm({
  name: 'lista-de-espera',
  fields: FIELDS,
  writes: ['waitlist_entries'],
  success: waitlistText.success,
  failure: waitlistText.failure,
  check,
  async load() {
    const { join } = await import('./join');
    return async (entry) => ((await join(entry)) === 'duplicate' ? waitlistText.duplicate : undefined);
  },
});
