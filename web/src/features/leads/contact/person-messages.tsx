import { queryOptions, useQuery } from '@tanstack/react-query';
import { signedInPaths } from '@/entities/signed-in-paths';
import { getClient, type Page, readPage } from '@/lib/backend';
import { formatDateTime } from '@/lib/format';
import { GoLink } from '@/ui/link';
import { Loaded } from '@/ui/loaded';
import { Line, Part } from '@/ui/panel-part';
import { StateBadge } from '@/ui/state-badge';
import { MESSAGES, type Message, STATES } from './message-queries';

type Sent = Pick<Message, 'id' | 'subject' | 'status' | 'created_at'>;

const SHOWN = 3;

function sentQuery(email: string) {
  return queryOptions({
    queryKey: [...MESSAGES, 'of', email],
    staleTime: 0,
    queryFn: async ({ signal }): Promise<Page<Sent>> => {
      const client = await getClient();
      const answer = await client
        .from('contacts')
        .select('id,subject,status,created_at', { count: 'exact' })
        .eq('email', email)
        .order('created_at', { ascending: false })
        .order('id')
        .limit(SHOWN)
        .abortSignal(signal)
        .overrideTypes<Sent[], { merge: false }>();
      return readPage(answer, SHOWN);
    },
  });
}

/** Messages that a person sent by the contact form, on the card of the person. */
export function PersonMessages({ email }: { email: string }) {
  const query = useQuery(sentQuery(email));
  return (
    <Part title="Mensagens" about="As que chegaram deste e-mail pelo formulário de contato.">
      <Loaded
        query={query}
        failed="Não foi possível carregar as mensagens."
        loading="Carregando as mensagens"
        skeleton={['h-16 w-full']}
      >
        {({ rows, total }) =>
          total === 0 ? (
            <p className="text-foreground-2">Nenhuma mensagem.</p>
          ) : (
            <>
              {rows.map(({ id, subject, status, created_at: at }) => (
                <Line key={id} title={subject} detail={formatDateTime(at)}>
                  <StateBadge tone={STATES[status].tone}>{STATES[status].label}</StateBadge>
                </Line>
              ))}
              <p className="mt-4">
                <GoLink href={signedInPaths.adminMessagesFrom(email)}>Ver mensagens</GoLink>
              </p>
            </>
          )
        }
      </Loaded>
    </Part>
  );
}
