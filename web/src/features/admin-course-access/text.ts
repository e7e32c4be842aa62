/** What the page of course access says. */
import { FAILURE_ADVICE, failureOf } from '@/lib/failure';
import { formatDate, isoDay } from '@/lib/format';
import { FunctionFailed } from '@/lib/functions';
import type { StateTone } from '@/ui/state-badge';
import type { ToastMessage } from '@/ui/toast';
import type { CourseRecord } from './queries';

export const explanation =
  'Quem entra nos cursos da Hotmart, por e-mail. O que você libera ou encerra à mão vale até você mudar; o resto segue a plataforma.';

export const loadFailed = {
  title: 'Não foi possível carregar os acessos.',
  description: 'A conexão falhou ou o servidor não respondeu.',
};

export const noneFound = {
  title: 'Nenhum acesso encontrado',
  description: 'Nenhum registro corresponde a esta busca.',
};

export const noneYet = {
  title: 'Nenhum acesso registrado',
  description: 'Compras na Hotmart aparecem aqui. Você também pode liberar um e-mail à mão.',
};

export const STATE_OPTIONS = [
  { value: '', label: 'Todos' },
  { value: 'open', label: 'Com acesso' },
  { value: 'closed', label: 'Sem acesso' },
] as const;

const DAY_MS = 24 * 60 * 60 * 1000;

/** Access lasts to the end of that day in São Paulo. */
export const endOfDay = (day: string): string => new Date(Date.parse(`${day}T03:00:00Z`) + DAY_MS).toISOString();

/** The last day of access, as `YYYY-MM-DD`. */
export const lastDay = (expiresAt: string): string => isoDay(Date.parse(expiresAt) - 1);

/** How a record stands now. */
export function stateOf({ active, expires_at: end, source }: CourseRecord): { tone: StateTone; label: string } {
  const isOver = end !== null && Date.parse(end) <= Date.now();
  if (active && !isOver) return { tone: 'success', label: 'Liberado' };
  if (isOver) return { tone: 'draft', label: 'Vencido' };
  return { tone: 'draft', label: source === 'manual' ? 'Encerrado à mão' : 'Sem compra ativa' };
}

export const isOpen = (record: CourseRecord): boolean => stateOf(record).tone === 'success';

/** Until when; nothing where no end is known. */
export const endText = ({ expires_at: end }: CourseRecord): string =>
  end ? formatDate(Date.parse(end) - 1) : 'Sem prazo';

/** Who the record follows. */
export function sourceText({ source, checked_at: checked }: CourseRecord): string {
  if (source === 'manual') return 'À mão';
  return checked ? `Hotmart, em ${formatDate(checked)}` : 'Hotmart';
}

/** The server understood and said no: nothing for the console. */
export const isRefusal = (error: unknown): boolean => error instanceof FunctionFailed && error.advice !== undefined;

/** A refusal in the server's words, where it has some for people. */
export function failed(title: string, error: unknown): ToastMessage {
  const advice = error instanceof FunctionFailed ? error.advice : undefined;
  return { title, description: advice ?? FAILURE_ADVICE[failureOf(error).kind], tone: 'destructive' };
}
