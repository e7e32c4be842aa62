/** The message to the owner: its fields, its validation, and where it is stored. */
import { limits, words } from '@/generated/columns/contacts';
import { EMAIL_ADVICE, isEmail } from '@/lib/email';
import { problemsIn, publicForm, tooLong, type Values } from '@/widgets/public-form/definition';
import type { Problems } from '@/widgets/public-form/outcome';

/** The texts of the contact form; fixed by the product. */
const contactText = {
  success: {
    title: 'Mensagem enviada com sucesso!',
    description: 'Retornarei o contato em até 24 horas. Obrigado pela mensagem.',
    tone: 'success',
  },
  failure: {
    title: 'Erro ao enviar mensagem',
    description: 'Tente novamente em alguns instantes ou entre em contato pelo WhatsApp.',
    tone: 'destructive',
  },
} as const;

/** The server refuses any other subject. */
export const SUBJECTS = words.subject;

type Subject = (typeof SUBJECTS)[number];

export const MAX_LENGTHS = limits;

const FIELDS = ['name', 'email', 'company', 'subject', 'message'] as const;
type Field = (typeof FIELDS)[number];
export type Message = Values<Field>;

export interface CheckedMessage {
  name: string;
  email: string;
  company: string | null;
  subject: Subject;
  message: string;
}

export function check(written: Message): { checked: CheckedMessage } | { problems: Problems<Field> } {
  const name = written.name.trim();
  const email = written.email.trim();
  const company = written.company.trim();
  const subject = SUBJECTS.find((known) => known === written.subject);
  const message = written.message.trim();
  const problems = problemsIn<Field>({
    name: name ? tooLong(name, MAX_LENGTHS.name) : 'Escreva o seu nome.',
    email: emailProblem(email),
    company: tooLong(company, MAX_LENGTHS.company),
    subject: subject ? undefined : 'Escolha um assunto.',
    message: message ? tooLong(message, MAX_LENGTHS.message) : 'Escreva a mensagem.',
  });
  if (problems || !subject) return { problems: problems ?? {} };
  return { checked: { name, email, company: company || null, subject, message } };
}

function emailProblem(email: string): string | undefined {
  if (!email) return 'Escreva o seu e-mail, para eu poder responder.';
  return isEmail(email) ? undefined : EMAIL_ADVICE;
}

export const contactForm = publicForm({
  name: 'contato',
  fields: FIELDS,
  writes: ['contacts'],
  ...contactText,
  check,
  async load() {
    const { send } = await import('./store-message');
    return async (message) => {
      await send(message);
      return undefined;
    };
  },
});
