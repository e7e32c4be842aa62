import { paths } from '@/app/pages';
import { formatCount, formatDateTime } from '@/lib/format';
import { Button } from '@/ui/button';
import { ButtonLink, TextLink } from '@/ui/link';
import { SoftBreaks } from '@/ui/soft-breaks';
import { StateBadge } from '@/ui/state-badge';
import { DataListPage, useDataList } from '@/widgets/data-list';
import type { Filters } from '@/widgets/filters';
import { useAction } from '@/widgets/use-action';
import {
  MESSAGES,
  type Message,
  type MessageFilters,
  type MessageState,
  type MessagesPage,
  messagesQuery,
  STATES,
  setMessageState,
} from './message-queries';
import { PriorityTerm } from './priority-term';

const FILTERS: Filters<MessageFilters, MessagesPage> = {
  search: { key: 'busca', type: 'search', label: 'Buscar', note: 'por nome, e-mail ou texto' },
  state: {
    key: 'situacao',
    label: 'Situação',
    all: 'Todas as situações',
    options: { new: 'Sem resposta', answered: 'Respondidas', archived: 'Arquivadas' },
  },
};

/** The messages of the contact form. */
export function Messages() {
  const list = useDataList(paths.adminMessages, FILTERS, messagesQuery);
  return (
    <DataListPage
      list={list}
      title="Mensagens"
      explanation="O que chegou pelo formulário de contato. A resposta sai do seu e-mail; aqui você marca o que já respondeu."
      filtersClass="sm:grid-cols-[minmax(0,1fr)_16rem]"
      loading="Carregando as mensagens"
      failed="Não foi possível carregar as mensagens."
      action={<PriorityTerm hours={list.result.data?.priority_hours} />}
      rowsOf={({ messages }) => messages}
      empty={{ title: 'Nenhuma mensagem encontrada', description: 'Nada corresponde a esta busca e a esta situação.' }}
      showAll="Ver todas as mensagens"
      emptyYet={{
        title: 'Nenhuma mensagem ainda',
        description: 'O que chegar pelo formulário de contato aparece aqui.',
      }}
    >
      {(messages) => (
        <ul className="border-t border-border-strong">
          {messages.map((message) => (
            <MessageRow key={message.id} message={message} hours={list.result.data?.priority_hours} />
          ))}
        </ul>
      )}
    </DataListPage>
  );
}

/** The address that answers a message in the mail program. */
function answerTo({ email, subject }: Message): string {
  return `mailto:${email}?subject=${encodeURIComponent(`Re: ${subject}`)}`;
}

function MessageRow({ message, hours }: { message: Message; hours: number | undefined }) {
  const state = STATES[message.status];
  return (
    <li className="grid gap-x-(--gutter) gap-y-3 border-b border-border py-6 lg:grid-cols-[16rem_minmax(0,1fr)]">
      <div className="min-w-0 type-ui">
        <p className="font-label [overflow-wrap:anywhere]">{message.name}</p>
        <p className="[overflow-wrap:anywhere]">
          <TextLink href={`mailto:${message.email}`}>
            <SoftBreaks text={message.email} />
          </TextLink>
        </p>
        {message.company && <p className="type-meta">{message.company}</p>}
        <p className="mt-1 type-meta tabular-nums">
          <time dateTime={message.created_at}>{formatDateTime(message.created_at)}</time>
        </p>
      </div>
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-3">
          <span className="type-title-3">{message.subject}</span>
          <StateBadge tone={state.tone}>{state.label}</StateBadge>
          {message.has_priority && <StateBadge tone="featured">Prioridade</StateBadge>}
        </p>
        {message.has_priority && message.status === 'new' && hours !== undefined && (
          <p className="mt-2 type-meta">Responder em até {formatCount(hours, 'hora útil', 'horas úteis')}.</p>
        )}
        <p className="mt-2 max-w-[70ch] whitespace-pre-line text-foreground-2 [overflow-wrap:anywhere]">
          {message.message}
        </p>
        <p className="mt-4 flex flex-wrap gap-2 max-sm:-mb-2">
          <ButtonLink href={answerTo(message)} variant="line" size="small">
            Responder por e-mail
          </ButtonLink>
          <StateButtons message={message} />
        </p>
      </div>
    </li>
  );
}

function StateButtons({ message: { id, name, status } }: { message: Message }) {
  const change = useAction({
    run: (state: MessageState) => setMessageState(id, state),
    done: (_, state) => ({ title: `Marcada como ${STATES[state].label.toLowerCase()}`, tone: 'success' }),
    failure: 'A mensagem não foi marcada.',
    refreshes: [MESSAGES, ['panel-overview']],
  });
  const button = (state: MessageState, label: string) => (
    <Button
      variant="ghost"
      size="small"
      className="max-sm:mr-4 max-sm:px-0"
      busy={change.isPending}
      onClick={() => change.mutate(state)}
    >
      {label}
      <span className="sr-only"> a mensagem de {name}</span>
    </Button>
  );
  return (
    <>
      {status === 'new' ? button('answered', 'Marcar como respondida') : button('new', 'Marcar como sem resposta')}
      {status !== 'archived' && button('archived', 'Arquivar')}
    </>
  );
}
