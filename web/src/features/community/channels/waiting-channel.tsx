import { Hourglass } from 'lucide-react';
import { Empty } from '@/ui/start/empty';
import { ChannelDecision } from '@/widgets/channel-decision';
import type { Channel } from '../queries';

/** Notice of a channel that waits for the staff's decision. */
export default function WaitingChannel({ channel, isStaff }: { channel: Channel; isStaff: boolean }) {
  return (
    <div className="mt-8">
      <Empty
        icon={Hourglass}
        title="Este canal espera aprovação."
        description={
          isStaff
            ? 'Só a equipe e quem o criou o veem. Aprovado, ele abre com quem o criou; recusado, é removido.'
            : 'Só você e a equipe o veem por enquanto. Você recebe um aviso quando ela decidir.'
        }
      >
        {isStaff && <ChannelDecision channel={channel} />}
      </Empty>
    </div>
  );
}
