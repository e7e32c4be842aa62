/** What a message to the owner consists of, and when it is ready to be sent. */

/** The subjects the server knows; anything else it refuses. */
export const SUBJECTS = [
  'Mentoria Executiva',
  'Consultoria Estratégica',
  'Palestras e Eventos',
  'Parcerias',
  'Mídia e Entrevistas',
  'Outros Assuntos',
] as const;

type Subject = (typeof SUBJECTS)[number];

/** The most each field holds; the server's limits. */
export const LONGEST = { name: 200, email: 254, company: 200, message: 5000 } as const;

export interface Message {
  name: string;
  email: string;
  company: string;
  subject: string;
  message: string;
}

export const EMPTY_MESSAGE: Message = { name: '', email: '', company: '', subject: '', message: '' };

export type Problems = Partial<Record<keyof Message, string>>;

/** A message as it is stored. */
export interface CheckedMessage {
  name: string;
  email: string;
  company: string | null;
  subject: Subject;
  message: string;
}

const LOOKS_LIKE_EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** Either the message as it is stored, trimmed, or what is missing or wrong, by field, in the order of the form. */
export function check(written: Message): { checked: CheckedMessage } | { problems: Problems } {
  const name = written.name.trim();
  const email = written.email.trim();
  const company = written.company.trim() || null;
  const subject = SUBJECTS.find((known) => known === written.subject);
  const message = written.message.trim();

  const problems: Problems = {};
  if (!name) problems.name = 'Escreva o seu nome.';
  if (!email) problems.email = 'Escreva o seu e-mail, para eu poder responder.';
  else if (!LOOKS_LIKE_EMAIL.test(email))
    problems.email = 'Confira o endereço: ele precisa ser como nome@empresa.com.br.';
  if (!subject) problems.subject = 'Escolha um assunto.';
  if (!message) problems.message = 'Escreva a mensagem.';
  if (!subject || Object.keys(problems).length > 0) return { problems };
  return { checked: { name, email, company, subject, message } };
}
