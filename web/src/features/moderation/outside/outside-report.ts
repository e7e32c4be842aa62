/** A report about the community from somebody outside: its fields, its validation, and where it is stored. */
import { REASONS, type Reason } from '@/entities/report-reasons';
import { limits } from '@/generated/columns/outside_reports';
import { EMAIL_ADVICE, isEmail } from '@/lib/email';
import { fnv1a } from '@/lib/fnv1a';
import { problemsIn, publicForm, tooLong, type Values } from '@/widgets/public-form/definition';
import type { Problems } from '@/widgets/public-form/outcome';

export const MAX_LENGTHS = limits;

const FIELDS = ['name', 'email', 'address', 'reason', 'message'] as const;
type Field = (typeof FIELDS)[number];

export interface OutsideReport {
  id: string;
  name: string;
  email: string;
  address: string;
  reason: Reason;
  message: string;
}

/** An id made of what is sent and when. The server's engine has no randomness, and the id need not be secret. */
export function idOf(text: string): string {
  const part = (place: number) => (fnv1a(`${place} ${text}`) >>> 0).toString(16).padStart(8, '0');
  const digits = [0, 1, 2, 3].map(part).join('');
  return [
    digits.slice(0, 8),
    digits.slice(8, 12),
    `4${digits.slice(13, 16)}`,
    `8${digits.slice(17, 20)}`,
    digits.slice(20),
  ].join('-');
}

/** The protocol number: the end of the id, as the server makes it. */
export function protocolOf(id: string): string {
  const tail = id.replaceAll('-', '').slice(-10).toUpperCase();
  return `DEN-${tail.slice(0, 5)}-${tail.slice(5)}`;
}

export function check(
  written: Values<Field>,
  now: number = Date.now(),
): { checked: OutsideReport } | { problems: Problems<Field> } {
  const name = written.name.trim();
  const email = written.email.trim();
  const address = written.address.trim();
  const reason = REASONS.find((known) => known === written.reason);
  const message = written.message.trim();
  const problems = problemsIn<Field>({
    name: name ? tooLong(name, MAX_LENGTHS.name) : 'Escreva o seu nome.',
    email: isEmail(email) ? undefined : email ? EMAIL_ADVICE : 'Escreva o seu e-mail: a resposta vai para ele.',
    address: address ? tooLong(address, MAX_LENGTHS.address) : 'Cole o endereço da página, ou diga onde está.',
    reason: reason ? undefined : 'Escolha um motivo.',
    message: message ? tooLong(message, MAX_LENGTHS.message) : 'Conte o que aconteceu.',
  });
  if (problems || !reason) return { problems: problems ?? {} };
  const id = idOf([now, email, address, message].join('\n'));
  return { checked: { id, name, email, address, reason, message } };
}

export const outsideReportForm = publicForm({
  name: 'denuncia',
  fields: FIELDS,
  writes: ['outside_reports'],
  success: {
    title: 'Denúncia recebida',
    description: 'A equipe analisa e responde pelo e-mail informado. Guarde o número do protocolo.',
    tone: 'success',
  },
  failure: {
    title: 'A denúncia não foi enviada',
    description: 'Tente de novo em alguns instantes. Se continuar, escreva para o e-mail de contato.',
    tone: 'destructive',
  },
  check,
  receipt: ({ id }) => protocolOf(id),
  async load() {
    const { sendOutsideReport } = await import('./store-report');
    return sendOutsideReport;
  },
});
