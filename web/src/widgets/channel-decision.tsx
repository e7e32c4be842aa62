import { useState } from 'react';
import { decideChannel, type WaitingChannel } from '@/entities/waiting-channels';
import { limits } from '@/generated/columns/community_decisions';
import { Button } from '@/ui/button';
import { TextDialog } from '@/ui/text-dialog';
import { useAction } from './use-action';

const REFRESHED = [['community']] as const;
const NOT_STORED = 'A decisão não foi registrada.';

/** Approves a channel that waits, or refuses it with a reason. */
export function ChannelDecision({ channel }: { channel: Pick<WaitingChannel, 'id' | 'name'> }) {
  const [refusing, setRefusing] = useState(false);
  const approval = useAction({
    run: () => decideChannel(channel.id, true),
    refreshes: REFRESHED,
    failure: NOT_STORED,
    done: { title: `O canal ${channel.name} está aberto.`, tone: 'success' },
  });
  const refusal = useAction({
    run: (reason: string) => decideChannel(channel.id, false, reason),
    refreshes: REFRESHED,
    failure: NOT_STORED,
    done: { title: `O canal ${channel.name} foi recusado.` },
    onDone: () => setRefusing(false),
  });
  return (
    <div className="flex flex-wrap gap-2">
      <Button size="small" busy={approval.isPending} busyLabel="Abrindo..." onClick={() => approval.mutate()}>
        Aprovar
      </Button>
      <Button variant="line" size="small" disabled={approval.isPending} onClick={() => setRefusing(true)}>
        Recusar
      </Button>
      <TextDialog
        open={refusing}
        onClose={() => setRefusing(false)}
        title="Recusar o canal"
        description={`O canal ${channel.name} é removido, e o nome fica livre.`}
        actionLabel="Recusar"
        busy={refusal.isPending}
        busyLabel="Recusando..."
        destructive
        onSubmit={refusal.mutate}
        label="Motivo"
        hint="Vai para quem pediu o canal, sem o seu nome."
        missing="Escreva o motivo."
        maxLength={limits.reason}
        multiline
      />
    </div>
  );
}
