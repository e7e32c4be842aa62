import { useState } from 'react';
import { PLAN_NAMES } from '@/entities/plan-names';
import { isRefusedWith, sentenceOf } from '@/lib/errors';
import { formatNumber } from '@/lib/format';
import { functionAnswer } from '@/lib/functions';
import { Button } from '@/ui/button';
import { Checkbox } from '@/ui/checkbox';
import { FormDialog } from '@/ui/form-dialog';
import { InputField } from '@/ui/input-field';
import { SelectField } from '@/ui/select-field';
import { TextareaField } from '@/ui/textarea-field';
import { useAction } from '@/widgets/use-action';
import { Shown } from '../campaign/email-preview';
import { peopleText, typedNumber } from '../text';
import {
  type ContractAudience,
  type ContractNoticeDraft,
  type ContractNoticeKind,
  type ContractNoticePreview,
  type EarliestChange,
  NOTICES_CHANGED,
} from './queries';
import { AUDIENCES, audiencesOf, dayError, earliestText, KINDS } from './text';

const MAX_SUBJECT = 200;
const MAX_TEXT = 5_000;

const EMPTY: ContractNoticeDraft = {
  kind: 'price',
  audience: 'members',
  plans: [],
  effective_on: '',
  subject: '',
  text: '',
};

export interface NoticeDialogProps {
  earliest: readonly EarliestChange[];
  onClose: () => void;
}

/** Writes a notice, then shows its email and sends it once the number of its recipients was typed. */
export function NoticeDialog({ earliest, onClose }: NoticeDialogProps) {
  const [draft, setDraft] = useState(EMPTY);
  const [preview, setPreview] = useState<ContractNoticePreview>();
  // The idempotency key of this notice.
  const [id] = useState(() => crypto.randomUUID());
  return preview ? (
    <SendStep {...{ id, draft, preview, onClose }} onPreview={setPreview} onBack={() => setPreview(undefined)} />
  ) : (
    <WriteStep {...{ draft, earliest, onClose }} onChange={setDraft} onPreview={setPreview} />
  );
}

interface WriteStepProps extends NoticeDialogProps {
  draft: ContractNoticeDraft;
  onChange: (draft: ContractNoticeDraft) => void;
  onPreview: (preview: ContractNoticePreview) => void;
}

function WriteStep({ draft, earliest, onClose, onChange, onPreview }: WriteStepProps) {
  const [isTried, setTried] = useState(false);
  const change = (part: Partial<ContractNoticeDraft>) => onChange({ ...draft, ...part });
  const first = earliest.find(({ kind }) => kind === draft.kind);
  const errors = {
    day: dayError(draft.effective_on, first),
    subject: draft.subject.trim() ? undefined : 'Escreva o título.',
    text: draft.text.trim() ? undefined : 'Escreva o que muda.',
  };
  const shown: Partial<typeof errors> = isTried ? errors : {};
  const previewing = useAction({
    run: () => functionAnswer('preview-contract-notice', draft),
    failure: 'Não foi possível montar o aviso.',
    onDone: onPreview,
  });
  const chooseKind = (kind: ContractNoticeKind) => {
    const audiences = audiencesOf(kind);
    const audience = audiences.includes(draft.audience) ? draft.audience : 'members';
    change({ kind, audience });
  };
  return (
    <FormDialog
      open
      wide
      onClose={onClose}
      title="Novo aviso de mudança"
      description="O e-mail diz o que muda, a partir de quando e o que a pessoa pode fazer. O texto abaixo é seu."
      onSubmit={() => {
        setTried(true);
        if (!errors.day && !errors.subject && !errors.text) previewing.mutate();
      }}
      actionLabel="Ver a prévia"
      busy={previewing.isPending}
      busyLabel="Montando..."
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          label="O que muda"
          value={draft.kind}
          options={Object.entries(KINDS).map(([value, label]) => ({ value, label }))}
          onChange={({ target }) => chooseKind(target.value as ContractNoticeKind)}
        />
        <SelectField
          label="Quem recebe"
          value={draft.audience}
          options={audiencesOf(draft.kind).map((value) => ({ value, label: AUDIENCES[value] }))}
          onChange={({ target }) => change({ audience: target.value as ContractAudience })}
        />
      </div>
      {draft.audience === 'members' && (
        <fieldset>
          <legend className="font-label text-sm leading-tight">Planos</legend>
          <p className="mt-1 type-meta">Sem escolha, o aviso vai aos membros de todos os planos.</p>
          <div className="flex flex-wrap gap-x-6">
            {Object.entries(PLAN_NAMES).map(([plan, name]) => (
              <Checkbox
                key={plan}
                checked={draft.plans.includes(plan)}
                onChange={({ target }) =>
                  change({
                    plans: target.checked ? [...draft.plans, plan] : draft.plans.filter((other) => other !== plan),
                  })
                }
              >
                {name}
              </Checkbox>
            ))}
          </div>
        </fieldset>
      )}
      <InputField
        label="Vale a partir de"
        type="date"
        max="9999-12-31"
        hint={first && earliestText(first)}
        error={shown.day}
        value={draft.effective_on}
        onChange={({ target }) => change({ effective_on: target.value })}
      />
      <InputField
        label="Título"
        hint="É também o assunto do e-mail."
        autoComplete="off"
        maxLength={MAX_SUBJECT}
        error={shown.subject}
        value={draft.subject}
        onChange={({ target }) => change({ subject: target.value })}
      />
      <TextareaField
        label="O que muda, nas suas palavras"
        rows={7}
        maxLength={MAX_TEXT}
        error={shown.text}
        value={draft.text}
        onChange={({ target }) => change({ text: target.value })}
      />
    </FormDialog>
  );
}

interface SendStepProps {
  id: string;
  draft: ContractNoticeDraft;
  preview: ContractNoticePreview;
  onPreview: (preview: ContractNoticePreview) => void;
  onBack: () => void;
  onClose: () => void;
}

function SendStep({ id, draft, preview, onPreview, onBack, onClose }: SendStepProps) {
  const [text, setText] = useState('');
  const [isTried, setTried] = useState(false);
  /** Sentence of the server's refusal. */
  const [refusal, setRefusal] = useState<string>();
  const { recipients } = preview;
  const isRight = typedNumber(text) === recipients && recipients > 0;
  const sending = useAction({
    run: () => functionAnswer('send-contract-notice', { id, notice: draft, recipients }),
    done: { title: 'O aviso está saindo', description: `Vai a ${peopleText(recipients)}.`, tone: 'success' },
    failure: 'Não foi possível enviar o aviso.',
    refreshes: NOTICES_CHANGED,
    onDone: onClose,
    onFailed: (error) => {
      if (!isRefusedWith(error, 'contract_notice_recipients')) return false;
      setRefusal(sentenceOf(error));
      setText('');
      void functionAnswer('preview-contract-notice', draft).then(onPreview, () => undefined);
      return true;
    },
  });
  const numberError = () => {
    if (refusal) return refusal;
    if (recipients === 0) return 'Ninguém receberia este aviso.';
    if (!isTried || isRight) return undefined;
    return text.trim() ? `O número não confere: são ${formatNumber(recipients)}.` : 'Digite o número de pessoas.';
  };
  return (
    <FormDialog
      open
      wide
      onClose={onClose}
      title="Conferir e enviar"
      description={`O aviso vai a ${peopleText(recipients)}, uma vez para cada uma. O que já saiu não volta.`}
      onSubmit={() => {
        setTried(true);
        setRefusal(undefined);
        if (isRight) sending.mutate();
      }}
      actionLabel="Enviar agora"
      busy={sending.isPending}
      busyLabel="Enviando..."
    >
      <Shown email={preview} screen="wide" scheme="light" />
      <InputField
        label={`Digite ${formatNumber(recipients)} para confirmar`}
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
      <div>
        <Button variant="line" size="small" disabled={sending.isPending} onClick={onBack}>
          Voltar ao texto
        </Button>
      </div>
    </FormDialog>
  );
}
