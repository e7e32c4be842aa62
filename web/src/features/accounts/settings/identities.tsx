import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { paths } from '@/app/pages';
import { authSettingsQuery, isProvider, providerLabel } from '@/entities/auth-settings';
import { callAuth, type Provider, type User } from '@/lib/backend';
import { AlertDialog } from '@/ui/alert-dialog';
import { Button } from '@/ui/button';
import { accountQuery, useAccount } from './account';
import { renewing, useProvedAction } from './prove';
import { done, Setting } from './setting';

type Identity = NonNullable<User['identities']>[number];

const useLabel = (provider: string) => providerLabel(provider, useQuery(authSettingsQuery).data);

export function Identities({ providers }: { providers: readonly string[] }) {
  const account = useAccount();
  const linked = (account.identities ?? []).filter(({ provider }) => isProvider(provider));
  const open = providers.filter((provider) => linked.every((identity) => identity.provider !== provider));
  return (
    <>
      {linked.map((identity) => (
        <Linked key={identity.identity_id} identity={identity} />
      ))}
      {open.map((provider) => (
        <Unlinked key={provider} provider={provider} />
      ))}
    </>
  );
}

function Linked({ identity }: { identity: Identity }) {
  const account = useAccount();
  const [asking, setAsking] = useState(false);
  const name = useLabel(identity.provider);
  const email: unknown = identity.identity_data?.email;
  const unlink = useProvedAction({
    run: renewing(async () => {
      await callAuth((auth) => auth.unlinkIdentity(identity));
    }),
    done: done('Conta desvinculada', `${name} não abre mais a sua conta.`),
    failure: 'A conta não foi desvinculada',
    refreshes: [accountQuery(account.id)],
  });
  return (
    <Setting
      title={name}
      about={typeof email === 'string' && email ? email : 'Vinculada'}
      action={
        <Button variant="line" size="small" busy={unlink.isPending} onClick={() => setAsking(true)}>
          Desvincular<span className="sr-only"> {name}</span>
        </Button>
      }
    >
      {asking && (
        <AlertDialog
          open
          onOpenChange={setAsking}
          title={`Desvincular ${name}?`}
          description={`${name} deixa de abrir a sua conta. As outras formas de entrar continuam.`}
          actionLabel="Desvincular"
          onAction={() => {
            setAsking(false);
            unlink.mutate();
          }}
        />
      )}
    </Setting>
  );
}

function Unlinked({ provider }: { provider: string }) {
  const name = useLabel(provider);
  const link = useProvedAction({
    run: renewing(async () => {
      const redirectTo = `${location.origin}${paths.membersSettingsLinked}`;
      // The library's list of names is the hosted service's; here they are configuration.
      await callAuth((auth) => auth.linkIdentity({ provider: provider as Provider, options: { redirectTo } }));
    }),
    failure: 'A conta não foi vinculada',
  });
  return (
    <Setting
      title={name}
      about="Não vinculada."
      action={
        <Button
          variant="line"
          size="small"
          busy={link.isPending || link.isSuccess}
          busyLabel="Abrindo..."
          onClick={() => link.mutate()}
        >
          Vincular<span className="sr-only"> {name}</span>
        </Button>
      }
    />
  );
}
