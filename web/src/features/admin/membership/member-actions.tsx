import { useState } from 'react';
import { isLive } from '@/entities/subscription-status';
import { formatDate } from '@/lib/format';
import { Button } from '@/ui/button';
import { Line, Part } from '@/ui/panel-part';
import { ActionButton, type ActionButtonProps } from '@/widgets/action-button';
import { CourtesyDialog } from './courtesy-dialog';
import { CHANGED, type MemberDetail } from './queries';
import { RefundDialog, refundedBy, sumOf } from './refund-dialog';
import { HAS_ACCESS, memberName, money } from './text';

export const MemberAction = (props: Omit<ActionButtonProps, 'refreshes'>) => (
  <ActionButton {...props} refreshes={CHANGED} />
);

export function Actions({ detail }: { detail: MemberDetail }) {
  const [giving, setGiving] = useState(false);
  const { id, member, email, asked_at: asked } = detail;
  const body = { user_id: id };
  const hasAccess = member !== null && HAS_ACCESS[member.state];
  return (
    <Part title="Ações" about="Cada ação é registrada na auditoria com os valores anteriores.">
      <Line title="Cortesia" detail="Meses de acesso gratuito, contados a partir do fim do período atual.">
        <span className="flex flex-wrap gap-2">
          {member?.courtesy_until && (
            <MemberAction
              call={{ name: 'end-courtesy', body }}
              failure="Erro ao encerrar a cortesia."
              busyLabel="Encerrando..."
              question={{
                title: 'Encerrar a cortesia?',
                description: `A cortesia até ${formatDate(member.courtesy_until)} termina agora. O que está pago continua.`,
                action: 'Encerrar cortesia',
                keep: 'Manter cortesia',
              }}
            >
              Encerrar cortesia
            </MemberAction>
          )}
          <Button variant="line" size="small" onClick={() => setGiving(true)}>
            Conceder cortesia
          </Button>
        </span>
        <CourtesyDialog open={giving} onClose={() => setGiving(false)} to={{ ...detail, hasPlan: hasAccess }} />
      </Line>
      <SubscriptionActions detail={detail} />
      {asked && (
        <Line title="Atualizar" detail="Consulta o serviço de pagamento.">
          <MemberAction
            call={{ name: 'reconcile-member', body }}
            failure="Erro ao atualizar a assinatura."
            busyLabel="Atualizando..."
          >
            Atualizar agora
          </MemberAction>
        </Line>
      )}
      {email && (
        <Line
          title="Link da assinatura"
          detail={`Para ${memberName(detail)} cuidar do cartão, do plano e dos recibos.`}
        >
          <MemberAction
            call={{ name: 'send-membership-link', body }}
            failure="Erro ao enviar a mensagem."
            busyLabel="Enviando..."
          >
            Enviar link
          </MemberAction>
        </Line>
      )}
    </Part>
  );
}

export function SubscriptionActions({ detail }: { detail: MemberDetail }) {
  const { id, member, subscriptions } = detail;
  const running = subscriptions.find(({ status }) => isLive(status));
  const [refunding, setRefunding] = useState(false);
  const charges = refundedBy(detail);
  const end = member?.period_end ? formatDate(member.period_end) : undefined;
  return (
    <>
      {running && (
        <Line
          title="Assinatura"
          detail={running.cancel_at_period_end ? `Cancelada. Termina em ${end}.` : 'Renova-se a cada mês.'}
        >
          {running.cancel_at_period_end ? <Keep id={id} /> : <EndAtPeriod id={id} end={end} />}
        </Line>
      )}
      {charges.length > 0 && (
        <Line
          title="Devolver e encerrar agora"
          detail={`Devolve ${money(sumOf(charges))} ao meio de pagamento usado e fecha o acesso na hora.`}
        >
          <Button variant="line" size="small" onClick={() => setRefunding(true)}>
            Devolver pagamento
          </Button>
          {refunding && <RefundDialog detail={detail} charges={charges} onClose={() => setRefunding(false)} />}
        </Line>
      )}
    </>
  );
}

function EndAtPeriod({ id, end }: { id: string; end: string | undefined }) {
  return (
    <MemberAction
      call={{ name: 'end-membership', body: { user_id: id, when: 'period_end' } }}
      failure="Erro ao cancelar a assinatura."
      busyLabel="Cancelando..."
      question={{
        title: end ? `Cancelar em ${end}?` : 'Cancelar no fim do período?',
        description: `Nada mais é cobrado e o acesso continua até ${end ?? 'o fim do período pago'}. Até essa data, o cancelamento pode ser desfeito.`,
        action: end ? `Cancelar em ${end}` : 'Cancelar no fim do período',
        keep: 'Manter assinatura',
      }}
    >
      Cancelar no fim do período
    </MemberAction>
  );
}

function Keep({ id }: { id: string }) {
  return (
    <MemberAction
      call={{ name: 'keep-membership', body: { user_id: id } }}
      failure="Erro ao retomar a assinatura."
      busyLabel="Retomando..."
      question={{
        title: 'Desfazer o cancelamento?',
        description: 'A assinatura volta a se renovar e a ser cobrada.',
        action: 'Desfazer cancelamento',
        keep: 'Manter cancelada',
      }}
    >
      Desfazer cancelamento
    </MemberAction>
  );
}
