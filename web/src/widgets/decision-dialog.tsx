import { useState } from 'react';
import { type Decision, decide, type Target } from '@/entities/moderation';
import { moderationKey } from '@/entities/sanctions';
import { limits } from '@/generated/columns/community_decisions';
import { FormDialog } from '@/ui/form-dialog';
import { InputField } from '@/ui/input-field';
import { TextareaField } from '@/ui/textarea-field';
import { useAction } from './use-action';

interface Words {
  title: string;
  about: string;
  action: string;
  done: string;
}

/** The decisions in the words of who decides. */
export const RULINGS: Readonly<Record<Decision, Words>> = {
  keep: {
    title: 'Manter',
    about: 'O texto fica visível, ou volta a ser. Quem denunciou recebe o resultado.',
    action: 'Manter',
    done: 'Mantida.',
  },
  hide: {
    title: 'Ocultar',
    about: 'Os membros deixam de ver o texto. Quem escreveu o vê, com o motivo, e pode recorrer.',
    action: 'Ocultar',
    done: 'Ocultada.',
  },
  delete: {
    title: 'Excluir',
    about: 'O texto sai da comunidade. Quem escreveu recebe o motivo e pode recorrer.',
    action: 'Excluir',
    done: 'Excluída.',
  },
  lock: {
    title: 'Fechar comentários',
    about: 'O texto fica visível, sem novos comentários. Quem escreveu recebe o motivo e pode recorrer.',
    action: 'Fechar comentários',
    done: 'Comentários fechados.',
  },
  picture: {
    title: 'Remover a foto',
    about: 'A foto sai do perfil e não volta por um recurso. A pessoa recebe o motivo e pode enviar outra.',
    action: 'Remover a foto',
    done: 'Foto removida.',
  },
  warn: {
    title: 'Advertir',
    about: 'O texto é ocultado e quem escreveu recebe uma advertência com o motivo.',
    action: 'Advertir',
    done: 'Advertência registrada.',
  },
  silence: {
    title: 'Silenciar',
    about: 'O texto é ocultado. A pessoa continua lendo e não escreve até o fim do prazo.',
    action: 'Silenciar',
    done: 'A pessoa foi silenciada.',
  },
  ban: {
    title: 'Banir da comunidade',
    about: 'O texto é ocultado e a pessoa perde o acesso à comunidade. A assinatura e os conteúdos continuam.',
    action: 'Banir',
    done: 'A pessoa foi banida da comunidade.',
  },
};

export interface DecisionDialogProps {
  decision: Decision;
  onClose: () => void;
  /** Closed without a decision. */
  onCancel?: () => void;
  subject: Target | { id: string };
  onDecided?: (id: string) => void;
}

/** Asks for the reason of a decision, and makes it. */
export function DecisionDialog({ decision, onClose, onCancel, subject, onDecided }: DecisionDialogProps) {
  const words = RULINGS[decision];
  const [reason, setReason] = useState('');
  const [days, setDays] = useState('7');
  const [shown, setShown] = useState(false);
  const isOptional = decision === 'keep';
  const action = useAction({
    run: () => decide(subject, { decision, reason, days: Number(days) }),
    refreshes: [moderationKey, ['community']],
    failure: 'A decisão não foi registrada.',
    done: {
      title: words.done,
      ...(decision !== 'picture' && { description: 'Dá para desfazer em até dez minutos, na Moderação.' }),
      tone: 'success',
    },
    onDone: (id) => {
      onClose();
      onDecided?.(id);
    },
  });
  const needsReason = !isOptional && !reason.trim();
  const wrongDays = decision === 'silence' && !(Number(days) >= 1 && Number(days) <= 365);
  return (
    <FormDialog
      open
      onClose={() => {
        onClose();
        onCancel?.();
      }}
      title={words.title}
      description={words.about}
      actionLabel={words.action}
      busy={action.isPending}
      busyLabel="Registrando..."
      destructive={decision === 'delete' || decision === 'ban'}
      onSubmit={async () => {
        setShown(true);
        if (!needsReason && !wrongDays) action.mutate();
      }}
    >
      {decision === 'silence' && (
        <InputField
          label="Por quantos dias"
          error={shown && wrongDays ? 'Escolha de 1 a 365 dias.' : undefined}
          className="max-w-40"
          type="number"
          min={1}
          max={365}
          value={days}
          onChange={(event) => setDays(event.target.value)}
        />
      )}
      <TextareaField
        label="Motivo"
        optional={isOptional}
        hint={isOptional ? undefined : 'Vai para quem escreveu, sem o seu nome.'}
        error={shown && needsReason ? 'Escreva o motivo.' : undefined}
        value={reason}
        required={!isOptional}
        maxLength={limits.reason}
        onChange={(event) => setReason(event.target.value)}
      />
    </FormDialog>
  );
}
