import { useState } from 'react';
import { formatDate } from '@/lib/format';
import { Button } from '@/ui/button';
import { Line, Part } from '@/ui/panel-part';
import { ActionButton, type ActionButtonProps } from '@/widgets/action-button';
import { CourtesyDialog } from './courtesy-dialog';
import { CHANGED, type MemberDetail } from './queries';
import { memberName } from './text';

export const MemberAction = (props: Omit<ActionButtonProps, 'refreshes'>) => (
  <ActionButton {...props} refreshes={CHANGED} />
);

export function Actions({ detail }: { detail: MemberDetail }) {
  const [giving, setGiving] = useState(false);
  const { id, member, email, asked_at: asked } = detail;
  const body = { user_id: id };
  const hasAccess = member !== null && !['pending', 'suspended', 'ended'].includes(member.state);
  return (
    <Part title="Ações" about="Cada uma fica na auditoria, com o que era antes.">
      <Line title="Cortesia" detail="Meses de acesso sem cobrança, depois do que já está pago ou dado.">
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
              }}
            >
              Encerrar cortesia
            </MemberAction>
          )}
          <Button variant="line" size="small" onClick={() => setGiving(true)}>
            Dar cortesia
          </Button>
        </span>
        <CourtesyDialog open={giving} onClose={() => setGiving(false)} to={{ ...detail, hasPlan: hasAccess }} />
      </Line>
      <SubscriptionActions detail={detail} />
      {asked && (
        <Line title="Conferir" detail="Pergunta agora ao serviço de pagamento como está a assinatura.">
          <MemberAction
            call={{ name: 'reconcile-member', body }}
            failure="Erro ao conferir a assinatura."
            busyLabel="Conferindo..."
          >
            Conferir agora
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

/** Subscriptions that may still be charged. */
const LIVE = ['active', 'trialing', 'past_due', 'unpaid', 'paused'];

export function SubscriptionActions({ detail: { id, member, subscriptions, receipts } }: { detail: MemberDetail }) {
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
          <MemberAction
            call={{ name: 'refund-membership', body: { user_id: id } }}
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
          </MemberAction>
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
        title: 'Cancelar no fim do período?',
        description: `Nada mais é cobrado e o acesso continua até ${end ?? 'o fim do período pago'}. Até lá se pode voltar atrás.`,
        action: 'Cancelar assinatura',
      }}
    >
      Cancelar no fim do período
    </MemberAction>
  );
}

function EndNow({ id, end }: { id: string; end: string | undefined }) {
  return (
    <MemberAction
      call={{ name: 'end-membership', body: { user_id: id, when: 'now' } }}
      failure="Erro ao encerrar a assinatura."
      busyLabel="Encerrando..."
      question={{
        title: 'Encerrar a assinatura agora?',
        description: `Ela termina no serviço de pagamento e não volta. O que já foi pago continua valendo${end ? ` até ${end}` : ''}: para fechar o acesso, devolva o pagamento.`,
        action: 'Encerrar agora',
      }}
    >
      Encerrar agora
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
      }}
    >
      Desfazer cancelamento
    </MemberAction>
  );
}
