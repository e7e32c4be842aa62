import { zodResolver } from '@hookform/resolvers/zod';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { paths } from '@/app/pages';
import { formatCount, formatDate } from '@/lib/format';
import { Button } from '@/ui/button';
import { Fold } from '@/ui/fold';
import { FormDialog } from '@/ui/form-dialog';
import { InputField } from '@/ui/input-field';
import { Link } from '@/ui/link';
import { LoadFailed } from '@/ui/loaded';
import { Line, Part } from '@/ui/panel-part';
import { ActionButton, callAction } from '@/widgets/action-button';
import { useAction } from '@/widgets/use-action';
import { CHANGED, type VipGroupMember, type VipGroupRemovals, vipGroupQuery } from './queries';
import { memberName } from './text';

/** The VIP group on the page of members: above the list while somebody has to be removed, else below it. */
export function VipGroup({ above }: { above: boolean }) {
  const query = useQuery(vipGroupQuery);
  const { data } = query;
  const hasPeople = data !== undefined && data.total > 0;
  if (query.isPending || above !== (hasPeople || !data)) return null;
  return (
    <Part
      title="Grupo VIP"
      about="O grupo fica no WhatsApp, e a remoção é manual: tire de lá quem perdeu o direito e marque aqui."
    >
      {data ? <Group {...data} /> : <LoadFailed title="Não foi possível carregar o grupo VIP." query={query} />}
    </Part>
  );
}

function Group({ due, removed, total, is_set: isSet }: VipGroupRemovals) {
  return (
    <>
      <Line
        title="Link de convite"
        detail={isSet ? 'Salvo. Cada membro com direito recebe o link ao clicar.' : 'Não cadastrado.'}
      >
        <AddressButton isSet={isSet} />
      </Line>
      {due.map((person) => (
        <Person key={person.id} person={person} detail={openedText(person)}>
          <Mark person={person} removed />
        </Person>
      ))}
      {total > due.length && (
        <p className="pt-4 type-meta">{`E mais ${formatCount(total - due.length, 'pessoa', 'pessoas')}.`}</p>
      )}
      {total === 0 && <p className="pt-4 text-foreground-2">Ninguém a remover do grupo.</p>}
      {removed.length > 0 && (
        <Fold title={formatCount(removed.length, 'pessoa removida', 'pessoas removidas')} className="pt-2">
          {removed.map((person) => (
            <Person key={person.id} person={person} detail={removedText(person)}>
              <Mark person={person} removed={false} />
            </Person>
          ))}
        </Fold>
      )}
    </>
  );
}

const openedText = ({ name, email, last_opened_at: at }: VipGroupMember): string =>
  [name && email, at && `${name && email ? 'abriu' : 'Abriu'} o link em ${formatDate(at)}`].filter(Boolean).join(' · ');

const removedText = ({ removed_at: at, removed_by: by }: VipGroupMember): string =>
  [at && `Removido em ${formatDate(at)}`, by && `por ${by}`].filter(Boolean).join(' ');

function Person({ person, detail, children }: { person: VipGroupMember; detail: string; children: React.ReactNode }) {
  const name = (
    <Link href={paths.adminMember(person.id)} className="hover:text-north">
      {memberName(person)}
    </Link>
  );
  return (
    <Line title={name} detail={detail}>
      {children}
    </Line>
  );
}

function Mark({ person, removed }: { person: VipGroupMember; removed: boolean }) {
  return (
    <ActionButton
      call={{ name: 'mark-vip-removal', body: { user_id: person.id, removed } }}
      refreshes={CHANGED}
      failure="Não foi possível marcar."
      variant={removed ? 'line' : 'ghost'}
      busyLabel="Marcando..."
    >
      {removed ? 'Marcar como removido' : 'Desfazer'}
      <span className="sr-only"> {memberName(person)}</span>
    </ActionButton>
  );
}

const schema = z.object({
  address: z
    .string()
    .trim()
    .max(500, 'O link tem até 500 caracteres.')
    .refine((text) => text === '' || text.startsWith('https://'), 'O link começa com https://.'),
});

function AddressButton({ isSet }: { isSet: boolean }) {
  const [open, setOpen] = useState(false);
  const form = useForm({ resolver: zodResolver(schema), defaultValues: { address: '' } });
  const close = () => {
    form.reset();
    setOpen(false);
  };
  const store = useAction({
    run: ({ address }: z.infer<typeof schema>) => callAction({ name: 'update-vip-group', body: { address } }),
    done: (_, { address }) => ({ title: address ? 'Link salvo' : 'Link apagado', tone: 'success' }),
    failure: 'Não foi possível salvar o link.',
    refreshes: CHANGED,
    onDone: close,
  });
  return (
    <>
      <Button variant="line" size="small" onClick={() => setOpen(true)}>
        {isSet ? 'Trocar o link' : 'Cadastrar o link'}
      </Button>
      <FormDialog
        open={open}
        onClose={close}
        title="Link do grupo VIP"
        description="É um segredo: fica no servidor, não aparece em nenhuma página e só é entregue a quem tem direito, ao clicar. Deixe vazio para apagar."
        onSubmit={form.handleSubmit((values) => store.mutate(values))}
        actionLabel="Salvar"
        busy={store.isPending}
        busyLabel="Salvando..."
      >
        <InputField
          label="Link de convite"
          type="password"
          autoComplete="off"
          error={form.formState.errors.address?.message}
          {...form.register('address')}
        />
      </FormDialog>
    </>
  );
}
