import { useState } from 'react';
import { Button } from '@/ui/button';
import { Line, Part } from '@/ui/panel-part';
import { ActButton } from './act-button';
import { BanDialog } from './ban-dialog';
import type { PersonDetail } from './queries';
import { banEnd, personName } from './text';

/** Letters for whoever cannot come in, and shutting out whoever must not. */
export function Access({ person, own }: { person: PersonDetail; own: boolean }) {
  const { id, email, banned_until: banned } = person;
  const waiting = email && !person.confirmed;
  return (
    <Part title="Acesso" about="Links e códigos vão só para o e-mail da pessoa. Você não os vê.">
      {waiting && (
        <Line
          title={person.invited_at ? 'Convite à espera' : 'Confirmação à espera'}
          detail={`Uma nova mensagem para ${email} substitui a anterior.`}
        >
          {!banned && (
            <ActButton
              act={{ name: 'resend-letter', body: { user_id: id } }}
              failure="Erro ao reenviar a mensagem."
              busyLabel="Reenviando..."
            >
              {person.invited_at ? 'Reenviar convite' : 'Reenviar confirmação'}
            </ActButton>
          )}
        </Line>
      )}
      {email && (
        <Line title="Nova senha" detail="A pessoa recebe um link e um código para definir outra senha.">
          {!banned && (
            <ActButton
              act={{ name: 'send-recovery', body: { user_id: id } }}
              failure="Erro ao enviar a mensagem."
              busyLabel="Enviando..."
            >
              Enviar e-mail de nova senha
            </ActButton>
          )}
        </Line>
      )}
      <Ban person={person} own={own} />
    </Part>
  );
}

function Ban({ person, own }: { person: PersonDetail; own: boolean }) {
  const [asking, setAsking] = useState(false);
  const { banned_until: until, ban_reason: reason } = person;
  if (until) {
    return (
      <Line title={`Conta suspensa ${banEnd(until)}`} detail={reason && `Motivo: ${reason}`}>
        <ActButton
          act={{ name: 'lift-ban', body: { user_id: person.id } }}
          failure="Erro ao levantar a suspensão."
          busyLabel="Levantando..."
          question={{
            title: 'Levantar a suspensão?',
            description: `${personName(person)} volta a poder entrar.`,
            action: 'Levantar suspensão',
          }}
        >
          Levantar suspensão
        </ActButton>
      </Line>
    );
  }
  return (
    <Line title="Suspensão" detail="Encerra todas as sessões e impede novas entradas.">
      {own ? (
        <p className="type-meta">É a sua conta.</p>
      ) : (
        <Button variant="line" size="small" onClick={() => setAsking(true)}>
          Suspender conta
        </Button>
      )}
      <BanDialog person={person} open={asking} onClose={() => setAsking(false)} />
    </Line>
  );
}
