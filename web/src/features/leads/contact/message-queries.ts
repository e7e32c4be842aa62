/** Messages of the contact form, which the rules open to administrators only. */
import { queryOptions } from '@tanstack/react-query';
import { words } from '@/generated/columns/contacts';
import { ask, containing, getClient, type Page, type Row, readPage } from '@/lib/backend';
import { fold } from '@/lib/search-text';
import type { StateTone } from '@/ui/state-badge';
import type { FilterValues } from '@/widgets/data-list';

export type MessageState = (typeof words.status)[number];

export const STATES: Readonly<Record<MessageState, { label: string; tone: StateTone }>> = {
  new: { label: 'Sem resposta', tone: 'running' },
  answered: { label: 'Respondida', tone: 'success' },
  archived: { label: 'Arquivada', tone: 'waiting' },
};

const COLUMNS = 'id,name,email,company,subject,message,status,created_at';

export interface Message
  extends Pick<Row<'contacts'>, 'id' | 'name' | 'email' | 'company' | 'subject' | 'message' | 'created_at'> {
  status: MessageState;
}

export const MESSAGES = ['contact-messages'];

const PER_PAGE = 25;

export function messagesQuery({ search, state, page }: FilterValues<'search' | 'state'>) {
  return queryOptions({
    queryKey: [...MESSAGES, { search, state, page }],
    queryFn: async ({ signal }): Promise<Page<Message>> => {
      const client = await getClient();
      let query = client
        .from('contacts')
        .select(COLUMNS, { count: 'exact' })
        .order('created_at', { ascending: false })
        .order('id')
        .range((page - 1) * PER_PAGE, page * PER_PAGE - 1);
      for (const word of search.split(' ').filter(Boolean)) {
        // Also as it was typed: the texts of old messages were not folded.
        query = query.or([fold(word), word].map((form) => containing('search_text', form)).join());
      }
      const known = words.status.find((word) => word === state);
      if (known) query = query.eq('status', known);
      return readPage(await query.abortSignal(signal), PER_PAGE);
    },
    staleTime: 0,
  });
}

export const setMessageState = (id: string, status: MessageState) =>
  ask((client) => client.from('contacts').update({ status }).eq('id', id));
