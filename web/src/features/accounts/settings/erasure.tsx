import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { formatLongDate } from '@/lib/format';
import { functionAnswer } from '@/lib/functions';
import { Button } from '@/ui/button';
import { Field } from '@/ui/field';
import { Input } from '@/ui/input';
import { toast } from '@/ui/toast';
import { usePerson } from './account';
import { erasureQuery, useCancelErasure } from './erasure-notice';
import { tell, useProve } from './prove';
import { done, focusWhenShown, Setting } from './setting';

export function ErasureSetting() {
  const { id } = usePerson();
  const due = useQuery(erasureQuery(id)).data;
  const cancel = useCancelErasure(id);
  const [open, setOpen] = useState(false);
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
    <Setting
      title="Excluir a conta"
      about="Seus dados, arquivos e acessos são apagados após 14 dias. O que você escreveu na comunidade fica, sem o seu nome."
      action={
        !open && (
          <Button variant="line" size="small" onClick={() => setOpen(true)}>
            Excluir conta
          </Button>
        )
      }
    >
      {open && <ErasureForm onClose={() => setOpen(false)} />}
    </Setting>
  );
}

function ErasureForm({ onClose }: { onClose: () => void }) {
  const { id } = usePerson();
  const prove = useProve();
  const queryClient = useQueryClient();
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const onSubmit = async (event: FormEvent) => {
    event.preventDefault();
    if (typed.trim() !== CONFIRMATION) return setProblem(`Digite ${CONFIRMATION}, em maiúsculas.`);
    setProblem(undefined);
    setBusy(true);
    try {
      await prove(requestErasure);
      toast(done('Exclusão marcada', 'Enviamos um e-mail com a data. Até lá, você pode cancelar.'));
      await queryClient.invalidateQueries(erasureQuery(id));
      onClose();
    } catch (error) {
      tell('A exclusão não foi marcada', error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <form method="post" noValidate onSubmit={onSubmit} className="grid gap-4">
      <Field label={`Digite ${CONFIRMATION} para confirmar`} error={problem}>
        {(control) => (
          <Input
            {...control}
            ref={focusWhenShown}
            name="confirmation"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        )}
      </Field>
      <div className="flex flex-wrap gap-2 max-sm:*:w-full">
        <Button variant="ghost" size="small" disabled={busy} onClick={onClose}>
          Voltar
        </Button>
        <Button type="submit" variant="destructive" size="small" busy={busy} busyLabel="Marcando...">
          Excluir minha conta
        </Button>
      </div>
    </form>
  );
}

export const CONFIRMATION = 'EXCLUIR';

export async function requestErasure(nonce?: string): Promise<void> {
  await functionAnswer('request-erasure', { confirmation: CONFIRMATION, ...(nonce ? { nonce } : {}) });
}
