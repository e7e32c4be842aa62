import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { isRefusedWith, sentenceOf } from '@/lib/errors';
import { formatDateTime, formatNumber } from '@/lib/format';
import { functionAnswer } from '@/lib/functions';
import { FUTURE_TIME_ERROR, INCOMPLETE_TIME, INCOMPLETE_TIME_ERROR, isAhead } from '@/lib/local-time';
import { FormDialog } from '@/ui/form-dialog';
import { InputField } from '@/ui/input-field';
import { LocalTimeField } from '@/ui/local-time-field';
import { useAction } from '@/widgets/use-action';
import { CAMPAIGN_CHANGED, type CampaignView, readersQuery } from '../queries';
import { LIST_NAMES, peopleText, typedNumber } from '../text';

export interface SendDialogProps {
  campaign: CampaignView;
  /** Sets a time instead of sending now. */
  isLater: boolean;
  onClose: () => void;
}

function timeError(at: string): string | undefined {
  if (!at) return 'Escolha o dia e a hora.';
  if (at === INCOMPLETE_TIME) return INCOMPLETE_TIME_ERROR;
  return isAhead(at) ? undefined : FUTURE_TIME_ERROR;
}

/** Sends a campaign or sets its time, once the number of its recipients was typed. */
export function SendDialog({ campaign, isLater, onClose }: SendDialogProps) {
  const { number, list, segment } = campaign;
  const readers = useQuery(readersQuery(list, segment));
  const count = readers.data?.count;
  const [text, setText] = useState('');
  const [at, setAt] = useState(campaign.scheduled_at ?? '');
  const [isTried, setTried] = useState(false);
  /** Sentence of the server's refusal. */
  const [refusal, setRefusal] = useState<string>();
  const typed = typedNumber(text);
  const isRight = typed !== undefined && typed === count;
  const atError = isLater ? timeError(at) : undefined;
  const sending = useAction({
    run: async (recipients: number) => {
      if (isLater) await functionAnswer('schedule-campaign', { number, at, recipients });
      else await functionAnswer('start-campaign', { number, recipients });
      return recipients;
    },
    done: (recipients) =>
      isLater
        ? { title: 'O envio está agendado', description: `Sai em ${formatDateTime(at)}.`, tone: 'success' }
        : { title: 'O envio começou', description: `A carta vai a ${peopleText(recipients)}.`, tone: 'success' },
    failure: isLater ? 'Não foi possível agendar o envio.' : 'Não foi possível começar o envio.',
    refreshes: CAMPAIGN_CHANGED,
    onDone: onClose,
    onFailed: (error) => {
      if (!isRefusedWith(error, 'campaign_not_ready')) return false;
      setRefusal(sentenceOf(error));
      setText('');
      void readers.refetch();
      return true;
    },
  });
  const numberError = () => {
    if (refusal) return refusal;
    if (!isTried || isRight) return undefined;
    return text.trim() ? `O número não confere: são ${formatNumber(count ?? 0)}.` : 'Digite o número de pessoas.';
  };
  return (
    <FormDialog
      open
      onClose={onClose}
      title={isLater ? 'Agendar o envio' : 'Enviar a carta'}
      description={
        count === undefined
          ? 'Contando os destinatários...'
          : `“${campaign.subject}” vai a ${peopleText(count)} da lista ${LIST_NAMES[list]}. ${isLater ? 'Os destinatários são fixados quando o envio começar.' : 'O que já saiu não volta.'}`
      }
      onSubmit={() => {
        setTried(true);
        setRefusal(undefined);
        if (isRight && !atError) sending.mutate(typed);
      }}
      actionLabel={isLater ? 'Agendar' : 'Enviar agora'}
      busy={sending.isPending}
      busyLabel={isLater ? 'Agendando...' : 'Enviando...'}
    >
      {isLater && (
        <LocalTimeField
          label="Dia e hora"
          hint="Horário de São Paulo."
          optional={false}
          error={isTried ? atError : undefined}
          value={at}
          onChange={setAt}
          onBlur={() => undefined}
        />
      )}
      <InputField
        label={count === undefined ? 'Número de pessoas' : `Digite ${formatNumber(count)} para confirmar`}
        error={numberError()}
        inputMode="numeric"
        autoComplete="off"
        maxLength={12}
        value={text}
        onChange={({ target }) => {
          setText(target.value);
          setRefusal(undefined);
        }}
      />
    </FormDialog>
  );
}
