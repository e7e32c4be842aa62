import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { authProblem, authRefusal } from '@/entities/auth-refusal';
import { callAuth, getClient } from '@/lib/backend';
import { formatDate } from '@/lib/format';
import { AlertDialog } from '@/ui/alert-dialog';
import { Button } from '@/ui/button';
import { InputField } from '@/ui/input-field';
import { LoadFailed } from '@/ui/loaded';
import { toast } from '@/ui/toast';
import { isClosed, usePerson } from './account';
import { renewing, useProvedAction } from './prove';
import { done, failed, focusWhenShown, Setting, SettingForm } from './setting';

interface Passkey {
  id: string;
  friendly_name?: string;
  created_at: string;
  last_used_at?: string;
}

function passkeysQuery(userId: string) {
  return queryOptions({
    queryKey: ['passkeys', userId],
    queryFn: async (): Promise<Passkey[]> => {
      const data = await callAuth((auth) => auth.passkey.list());
      return data;
    },
    staleTime: 0,
  });
}

export function Passkeys() {
  const { id } = usePerson();
  const passkeys = useQuery(passkeysQuery(id));
  if (passkeys.isError) return <LoadFailed title="As passkeys não puderam ser lidas." query={passkeys} />;
  return (
    <>
      {passkeys.data?.map((passkey) => (
        <PasskeyRow key={passkey.id} passkey={passkey} />
      ))}
      <NewPasskey />
    </>
  );
}

function NewPasskey() {
  const { id } = usePerson();
  const add = useProvedAction({
    run: renewing(async () => {
      await callAuth((auth) => auth.registerPasskey());
    }),
    done: done('Passkey adicionada', 'Na próxima vez, entre com ela.'),
    failure: 'A passkey não foi criada',
    refreshes: [passkeysQuery(id)],
    onFailed: (error) => {
      if (!isClosed(error)) return false;
      toast(failed('A passkey não foi criada', 'O pedido foi fechado antes de terminar.'));
      return true;
    },
  });
  return (
    <Setting
      title="Adicionar passkey"
      about="Entre com a digital, o rosto ou o PIN deste aparelho, sem senha."
      action={
        <Button variant="line" size="small" busy={add.isPending} busyLabel="Aguardando..." onClick={() => add.mutate()}>
          Adicionar passkey
        </Button>
      }
    />
  );
}

function PasskeyRow({ passkey }: { passkey: Passkey }) {
  const { id } = usePerson();
  const [open, setOpen] = useState<'rename' | 'remove'>();
  const name = passkey.friendly_name ?? 'Passkey';
  const remove = useProvedAction({
    run: renewing(async () => {
      await callAuth((auth) => auth.passkey.delete({ passkeyId: passkey.id }));
    }),
    done: done('Passkey removida'),
    failure: 'A passkey não foi removida',
    refreshes: [passkeysQuery(id)],
  });
  const used = passkey.last_used_at ? `usada em ${formatDate(passkey.last_used_at)}` : 'ainda não usada';
  return (
    <Setting
      title={name}
      about={`Criada em ${formatDate(passkey.created_at)}, ${used}`}
      action={
        <>
          <Button variant="line" size="small" onClick={() => setOpen('rename')}>
            Renomear<span className="sr-only"> {name}</span>
          </Button>
          <Button variant="line" size="small" busy={remove.isPending} onClick={() => setOpen('remove')}>
            Remover<span className="sr-only"> {name}</span>
          </Button>
        </>
      }
    >
      {open === 'rename' && <RenameForm passkey={passkey} onClose={() => setOpen(undefined)} />}
      {open === 'remove' && (
        <AlertDialog
          open
          onOpenChange={() => setOpen(undefined)}
          title="Remover esta passkey?"
          description={`${name} deixa de abrir a conta. Apague-a também no aparelho em que está.`}
          actionLabel="Remover"
          onAction={() => {
            setOpen(undefined);
            remove.mutate();
          }}
        />
      )}
    </Setting>
  );
}

function RenameForm({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const { id } = usePerson();
  const queryClient = useQueryClient();
  const [name, setName] = useState(passkey.friendly_name ?? '');
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const submit = async () => {
    if (!name.trim()) return setProblem('Dê um nome à passkey.');
    setBusy(true);
    const { auth } = await getClient();
    const { error } = await auth.passkey.update({ passkeyId: passkey.id, friendlyName: name.trim() });
    setBusy(false);
    if (error) {
      const taken = authProblem(error).code === 'mfa_factor_name_conflict';
      return setProblem(taken ? 'Outra passkey já tem este nome.' : authRefusal(error));
    }
    await queryClient.invalidateQueries(passkeysQuery(id));
    onClose();
  };
  return (
    <SettingForm
      onSubmit={() => void submit()}
      label="Salvar nome"
      busyLabel="Salvando..."
      busy={busy}
      onClose={onClose}
    >
      <InputField
        label="Nome"
        error={problem}
        ref={focusWhenShown}
        name="name"
        maxLength={120}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
    </SettingForm>
  );
}
