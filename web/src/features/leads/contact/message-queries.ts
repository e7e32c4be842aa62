/** Messages of the contact form, which the rules open to administrators only. */
import { queryOptions } from '@tanstack/react-query';
import type { MessageState } from '@/generated/database';
import type { ContactMessage, ListMessages, MessagesPage } from '@/generated/functions';
import { ask } from '@/lib/backend';
import { functionAnswer, orNull } from '@/lib/functions';
import type { StateTone } from '@/ui/state-badge';
import type { FilterValues } from '@/widgets/filters';

export type { MessageState, MessagesPage };

export const STATES: Readonly<Record<MessageState, { label: string; tone: StateTone }>> = {
  new: { label: 'Sem resposta', tone: 'running' },
  answered: { label: 'Respondida', tone: 'success' },
  archived: { label: 'Arquivada', tone: 'waiting' },
};

export type Message = ContactMessage;

export const MESSAGES = ['contact-messages'];

export type MessageFilters = FilterValues<ListMessages>;

export function messagesQuery({ page, ...filters }: MessageFilters) {
  const body: ListMessages = { ...orNull(filters), page };
  return queryOptions({
    queryKey: [...MESSAGES, body],
    queryFn: () => functionAnswer('list-messages', body),
    staleTime: 0,
  });
}

export const setMessageState = (id: string, status: MessageState) =>
  ask((client) => client.from('contacts').update({ status }).eq('id', id));
