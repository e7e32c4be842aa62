import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatLongDate } from '@/lib/format';
import { functionAnswer } from '@/lib/functions';
import { Button } from '@/ui/button';
import { InputField } from '@/ui/input-field';
import { usePerson } from './account';
import { erasureQuery, useCancelErasure } from './erasure-notice';
import { useProvedAction } from './prove';
import { done, focusWhenShown, OpenedSetting, Setting, SettingForm } from './setting';

export function ErasureSetting() {
  const { id } = usePerson();
  const due = useQuery(erasureQuery(id)).data;
  const cancel = useCancelErasure(id);
  if (due) {
    return (
      <Setting
        title="Excluir a conta"
        about={`A exclusão está marcada para ${formatLongDate(due)}.`}
        action={
          <Button variant="line" size="small" busy={cancel.isPending} onClick={() => cancel.mutate()}>
            Cancelar exclusão
          </Button>
        }
      />
    );
  }
  return (
    <OpenedSetting
      title="Excluir a conta"
      about="Seus dados, arquivos e acessos são apagados após 14 dias. O que você escreveu na comunidade fica, sem o seu nome."
      label="Excluir conta"
      Form={ErasureForm}
    />
  );
}

const CONFIRMATION = 'EXCLUIR';

function ErasureForm({ onClose }: { onClose: () => void }) {
  const { id } = usePerson();
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<string>();
  const request = useProvedAction({
    run: (nonce) => functionAnswer('request-erasure', { confirmation: CONFIRMATION, ...(nonce ? { nonce } : {}) }),
    done: done('Exclusão marcada', 'Enviei um e-mail com a data. Até lá, você pode cancelar.'),
    failure: 'A exclusão não foi marcada',
    refreshes: [erasureQuery(id)],
    onDone: onClose,
  });
  const submit = () => {
    if (typed.trim() !== CONFIRMATION) return setProblem(`Digite ${CONFIRMATION}, em maiúsculas.`);
    setProblem(undefined);
    request.mutate();
  };
  return (
    <SettingForm
      onSubmit={submit}
      label="Excluir minha conta"
      busyLabel="Marcando..."
      busy={request.isPending}
      onClose={onClose}
      cancelLabel="Voltar"
      destructive
    >
      <InputField
        label={`Digite ${CONFIRMATION} para confirmar`}
        error={problem}
        ref={focusWhenShown}
        name="confirmation"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
    </SettingForm>
  );
}
