import { useQuery } from '@tanstack/react-query';
import { Users } from 'lucide-react';
import { useSession } from '@/entities/session';
import { formatDateTime, isoDay } from '@/lib/format';
import { namesQuery } from '../queries';
import type { DraftState } from './draft-saver';
import { useOthers } from './use-others';

const SOMEBODY = 'outra pessoa da administração';

/** `12:31` */
export const clock = (instant: string | number): string => formatDateTime(instant).slice(-5);

/** `às 12:31`, or `em 24/11/2026 12:31` on another day */
const moment = (instant: string): string =>
  isoDay(instant) === isoDay(Date.now()) ? `às ${clock(instant)}` : `em ${formatDateTime(instant)}`;

/** The name of who acted, seen by the reader, for the middle of a sentence. */
export function useName(person: string | null | undefined): string {
  const { user } = useSession();
  const names = useQuery(namesQuery(person ? [person] : []));
  if (!person) return SOMEBODY;
  return person === user?.id ? 'você' : names.data?.[person] || SOMEBODY;
}

function textOf(state: DraftState): string {
  switch (state.kind) {
    case 'unchanged':
      return '';
    case 'waiting':
      return 'Alterações ainda não enviadas';
    case 'saving':
      return 'Salvando alterações...';
    case 'saved':
      return `Alterações salvas ${moment(state.at)}`;
    case 'failed':
      return state.isKept
        ? 'Sem resposta do servidor. O que você escreve fica guardado neste navegador.'
        : 'Sem resposta do servidor. Não feche esta página: tentaremos de novo em instantes.';
    case 'clash':
      return 'Alterações em conflito';
  }
}

/** State of the draft: whether the last words are saved. */
export function DraftStatus({ state }: { state: DraftState }) {
  const { ended } = useSession();
  const isSignedOut = ended && state.kind === 'failed';
  return (
    <p role="status" className="min-h-5 type-meta tabular-nums not-empty:mr-4">
      {isSignedOut ? 'Sua sessão terminou. Entre de novo para salvar.' : textOf(state)}
    </p>
  );
}

/** Other people who have the content open. */
export function Others({ content }: { content: string }) {
  const { user } = useSession();
  const others = useOthers(content, user?.id ?? '');
  const names = useQuery(namesQuery(others));
  if (others.length === 0) return null;
  const shown = others.map((person) =>
    person === user?.id ? 'você, em outra aba ou aparelho' : names.data?.[person] || SOMEBODY,
  );
  return (
    <p role="status" className="flex items-center gap-2 type-meta">
      <Users aria-hidden="true" className="size-4 shrink-0 text-north" strokeWidth={1.6} />
      Também com este conteúdo aberto: {shown.join(', ')}
    </p>
  );
}
