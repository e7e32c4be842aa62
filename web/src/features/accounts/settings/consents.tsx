import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { paths } from '@/app/pages';
import { contentQuery } from '@/entities/site';
import type { ConsentMethod, LegalText } from '@/generated/database';
import { ask, getClient, type Row } from '@/lib/backend';
import { failureOf } from '@/lib/errors';
import { formatDateTime } from '@/lib/format';
import { Button } from '@/ui/button';
import { TextLink } from '@/ui/link';
import { LoadFailed } from '@/ui/loaded';
import { toast } from '@/ui/toast';
import { usePerson } from './account';
import { done, Setting, showFailure } from './setting';

type Consent = Row<'consents'>;

function consentsQuery(userId: string) {
  return queryOptions({
    queryKey: ['consents', userId],
    queryFn: ({ signal }): Promise<Consent[]> =>
      ask((client) =>
        client.from('consents').select('*').order('accepted_at', { ascending: false }).abortSignal(signal),
      ),
    staleTime: 0,
  });
}

const TEXTS: Record<LegalText, { title: string; path: string }> = {
  terms: { title: 'Termos de uso', path: paths.terms },
  privacy: { title: 'Política de privacidade', path: paths.privacy },
};

const METHODS: Record<ConsentMethod, string> = { sign_up: 'ao criar a conta', settings: 'nas configurações' };

export function Consents() {
  const { id } = usePerson();
  const consents = useQuery(consentsQuery(id));
  if (consents.isError) {
    return <LoadFailed title="Os registros de consentimento não puderam ser lidos." query={consents} />;
  }
  return (
    <>
      <ConsentRow document="terms" given={consents.data} />
      <ConsentRow document="privacy" given={consents.data} />
    </>
  );
}

function ConsentRow({ document, given }: { document: LegalText; given: readonly Consent[] | undefined }) {
  const { id } = usePerson();
  const queryClient = useQueryClient();
  const version = useQuery(contentQuery(document)).data?.updated;
  const { title, path } = TEXTS[document];
  const accepted = given?.filter((consent) => consent.document === document) ?? [];
  const owed = given !== undefined && version !== undefined && accepted.every((consent) => consent.version !== version);
  const accept = useMutation({
    mutationFn: async (current: string) => {
      const client = await getClient();
      const { error } = await client.from('consents').insert({ document, version: current });
      // Pressed twice, or accepted in another tab.
      if (error && failureOf(error).kind !== 'duplicate') throw error;
    },
    onSuccess: () => toast(done('Aceite registrado', title)),
    onError: (error) => showFailure('O aceite não foi registrado', error),
    onSettled: () => queryClient.invalidateQueries(consentsQuery(id)),
  });
  return (
    <Setting
      title={title}
      about={
        <>
          {accepted.map((consent) => (
            <span key={consent.id} className="block tabular-nums">
              Versão de {dayOf(consent.version)}, aceita em {formatDateTime(consent.accepted_at)},{' '}
              {METHODS[consent.method]}
            </span>
          ))}
          {given?.length === 0 || (given && accepted.length === 0) ? (
            <span className="block">Nenhum aceite registrado.</span>
          ) : null}
          <TextLink href={path}>Ler o texto</TextLink>
        </>
      }
      action={
        owed && (
          <Button variant="line" size="small" busy={accept.isPending} onClick={() => accept.mutate(version)}>
            Aceitar versão atual<span className="sr-only"> {title}</span>
          </Button>
        )
      }
    />
  );
}

/** `2026-11-21` as a date; any other version as it is. */
function dayOf(version: string): string {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(version) ?? [];
  return year ? `${day}/${month}/${year}` : version;
}
