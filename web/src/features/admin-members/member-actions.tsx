import { useState } from 'react';
import { formatDate } from '@/lib/format';
import { Button } from '@/ui/button';
import { Line, Part } from '@/ui/panel-part';
import { Act } from './act';
import { CourtesyDialog } from './courtesy-dialog';
import { SubscriptionActs } from './member-subscription';
import type { MemberDetail } from './queries';
import { memberName } from './text';

/** What an administrator may do with a membership. */
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
            <Act
              act={{ name: 'end-courtesy', body }}
              failure="Erro ao encerrar a cortesia."
              busyLabel="Encerrando..."
              question={{
                title: 'Encerrar a cortesia?',
                description: `A cortesia até ${formatDate(member.courtesy_until)} termina agora. O que está pago continua.`,
                action: 'Encerrar cortesia',
              }}
            >
              Encerrar cortesia
            </Act>
          )}
          <Button variant="line" size="small" onClick={() => setGiving(true)}>
            Dar cortesia
          </Button>
        </span>
        <CourtesyDialog open={giving} onClose={() => setGiving(false)} to={{ ...detail, hasPlan: hasAccess }} />
      </Line>
      <SubscriptionActs detail={detail} />
      {asked && (
        <Line title="Conferir" detail="Pergunta agora ao serviço de pagamento como está a assinatura.">
          <Act
            act={{ name: 'reconcile-member', body }}
            failure="Erro ao conferir a assinatura."
            busyLabel="Conferindo..."
          >
            Conferir agora
          </Act>
        </Line>
      )}
      {email && (
        <Line
          title="Link da assinatura"
          detail={`Para ${memberName(detail)} cuidar do cartão, do plano e dos recibos.`}
        >
          <Act
            act={{ name: 'send-membership-link', body }}
            failure="Erro ao enviar a mensagem."
            busyLabel="Enviando..."
          >
            Enviar link
          </Act>
        </Line>
      )}
    </Part>
  );
}
