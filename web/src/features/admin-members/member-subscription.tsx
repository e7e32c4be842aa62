import { formatDate } from '@/lib/format';
import { Line } from '@/ui/panel-part';
import { Act } from './act';
import type { MemberDetail } from './queries';

/** Subscriptions that may still be charged. */
const LIVE = ['active', 'trialing', 'past_due', 'unpaid', 'paused'];

/** What an administrator may do with the subscription that counts: end it, keep it, give its money back. */
export function SubscriptionActs({ detail: { id, member, subscriptions, receipts } }: { detail: MemberDetail }) {
  const running = subscriptions.find(({ status }) => LIVE.includes(status));
  const isRefundable = subscriptions[0]?.refunded_at === null && receipts.some(({ status }) => status === 'paid');
  const end = member?.period_end ? formatDate(member.period_end) : undefined;
  return (
    <>
      {running && (
        <Line
          title="Assinatura"
          detail={running.cancel_at_period_end ? `Não se renova. Termina em ${end}.` : 'Renova-se sozinha a cada mês.'}
        >
          <span className="flex flex-wrap gap-2">
            {running.cancel_at_period_end ? <Keep id={id} /> : <EndAtPeriod id={id} end={end} />}
            <EndNow id={id} end={end} />
          </span>
        </Line>
      )}
      {isRefundable && (
        <Line title="Devolução" detail="Os pagamentos dos últimos 30 dias, ao menos o último, voltam a quem pagou.">
          <Act
            act={{ name: 'refund-membership', body: { user_id: id } }}
            failure="Erro ao devolver o pagamento."
            busyLabel="Devolvendo..."
            question={{
              title: 'Devolver o pagamento?',
              description:
                'O valor volta pelo mesmo meio, a assinatura termina e o acesso fecha na hora. Cortesias dadas até aqui também terminam. Não há como desfazer.',
              action: 'Devolver pagamento',
            }}
          >
            Devolver pagamento
          </Act>
        </Line>
      )}
    </>
  );
}

function EndAtPeriod({ id, end }: { id: string; end: string | undefined }) {
  return (
    <Act
      act={{ name: 'end-membership', body: { user_id: id, when: 'period_end' } }}
      failure="Erro ao cancelar a assinatura."
      busyLabel="Cancelando..."
      question={{
        title: 'Cancelar no fim do período?',
        description: `Nada mais é cobrado e o acesso continua até ${end ?? 'o fim do período pago'}. Até lá se pode voltar atrás.`,
        action: 'Cancelar assinatura',
      }}
    >
      Cancelar no fim do período
    </Act>
  );
}

function EndNow({ id, end }: { id: string; end: string | undefined }) {
  return (
    <Act
      act={{ name: 'end-membership', body: { user_id: id, when: 'now' } }}
      failure="Erro ao encerrar a assinatura."
      busyLabel="Encerrando..."
      question={{
        title: 'Encerrar a assinatura agora?',
        description: `Ela termina no serviço de pagamento e não volta. O que já foi pago continua valendo${end ? ` até ${end}` : ''}: para fechar o acesso, devolva o pagamento.`,
        action: 'Encerrar agora',
      }}
    >
      Encerrar agora
    </Act>
  );
}

function Keep({ id }: { id: string }) {
  return (
    <Act
      act={{ name: 'keep-membership', body: { user_id: id } }}
      failure="Erro ao retomar a assinatura."
      busyLabel="Retomando..."
      question={{
        title: 'Desfazer o cancelamento?',
        description: 'A assinatura volta a se renovar e a ser cobrada.',
        action: 'Desfazer cancelamento',
      }}
    >
      Desfazer cancelamento
    </Act>
  );
}
