import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { limits } from '@/generated/columns/channels';
import { askAtOnce, type Insert, type Selected } from '@/lib/backend';
import { failureOf } from '@/lib/errors';
import { navigate } from '@/lib/router';
import { Checkbox } from '@/ui/checkbox';
import { FormDialog } from '@/ui/form-dialog';
import { InputField } from '@/ui/input-field';
import { TextareaField } from '@/ui/textarea-field';
import type { ToastMessage } from '@/ui/toast';
import { useAction } from '@/widgets/use-action';
import { channelCreationQuery, communityKeys } from '../queries';
import { channelPath } from './channel-path';

const CHANNEL_WAITS: ToastMessage = {
  title: 'Canal enviado para aprovação.',
  description: 'Você recebe um aviso quando a equipe decidir.',
  tone: 'success',
};

/** The name as the server stores it. */
export const channelName = (name: string): string => name.trim().toLowerCase().split(/\s+/).join('-');

const CREATED_CHANNEL_COLUMNS = 'id,is_waiting';

type CreatedChannel = Selected<'channels', typeof CREATED_CHANNEL_COLUMNS>;

async function createChannel(channel: Insert<'channels'>): Promise<CreatedChannel> {
  const made = await askAtOnce<CreatedChannel | null>((client) =>
    client.from('channels').insert(channel).select(CREATED_CHANNEL_COLUMNS).single(),
  );
  if (!made) throw new Error('the stored channel was not returned');
  return made;
}

/** The dialog that creates a channel and opens it. */
export default function NewChannel({ onClose }: { onClose: () => void }) {
  const [name, setName] = useState('');
  const [description, setDescription] = useState('');
  const [isPrivate, setPrivate] = useState(false);
  const [problem, setProblem] = useState<string>();
  const needsApproval = useQuery(channelCreationQuery()).data === 'approval';
  const creation = useAction({
    run: () =>
      createChannel({ name: channelName(name), description: description.trim() || null, is_private: isPrivate }),
    refreshes: [communityKeys.channels, communityKeys.memberships],
    done: ({ is_waiting: waits }) => (waits ? CHANNEL_WAITS : { title: 'Canal criado!', tone: 'success' }),
    failure: 'Não foi possível criar o canal.',
    onDone: ({ id }) => {
      onClose();
      navigate(channelPath(id));
    },
    onFailed: (error) => {
      if (failureOf(error).kind !== 'duplicate') return false;
      setProblem('Já existe um canal com este nome.');
      return true;
    },
  });
  const submit = async () => {
    if (!name.trim()) return setProblem('Dê um nome ao canal.');
    await creation.mutateAsync().catch(() => undefined);
  };
  const stored = channelName(name);
  return (
    <FormDialog
      open
      onClose={onClose}
      title="Novo canal"
      description={
        needsApproval
          ? 'A equipe lê o pedido antes de abrir o canal. Até lá, só você e ela o veem.'
          : 'Um lugar para conversas sobre um assunto.'
      }
      onSubmit={submit}
      actionLabel={needsApproval ? 'Enviar pedido' : 'Criar canal'}
      busy={creation.isPending}
      busyLabel={needsApproval ? 'Enviando...' : 'Criando...'}
    >
      <InputField
        label="Nome"
        error={problem}
        hint={stored && stored !== name ? `Será gravado como ${stored}.` : undefined}
        value={name}
        maxLength={limits.name}
        autoComplete="off"
        onChange={(event) => {
          setName(event.target.value);
          setProblem(undefined);
        }}
      />
      <TextareaField
        label="Descrição"
        optional
        value={description}
        maxLength={limits.description}
        onChange={(event) => setDescription(event.target.value)}
      />
      <Checkbox checked={isPrivate} onChange={(event) => setPrivate(event.target.checked)}>
        Canal privado: só entra quem você ou a moderação adicionar.
      </Checkbox>
    </FormDialog>
  );
}
