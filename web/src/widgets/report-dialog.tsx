import { type ReactNode, useState } from 'react';
import { REASON_OPTIONS, type Reason, report, type Target } from '@/entities/moderation';
import { moderationKey } from '@/entities/sanctions';
import { limits } from '@/generated/columns/community_reports';
import { FormDialog } from '@/ui/form-dialog';
import { SelectField } from '@/ui/select-field';
import { TextareaField } from '@/ui/textarea-field';
import { useAction } from './use-action';

export interface ReportDialogProps {
  open: boolean;
  onClose: () => void;
  target: Target;
  /** `esta publicação` */
  what: string;
}

/** Reports something to the moderators: a reason, and more where it helps. */
export function ReportDialog({ open, onClose, target, what }: ReportDialogProps): ReactNode {
  const [reason, setReason] = useState<Reason | ''>('');
  const [details, setDetails] = useState('');
  const [missing, setMissing] = useState(false);
  const action = useAction({
    run: (chosen: Reason) => report(target, chosen, details),
    refreshes: [moderationKey],
    failure: 'A denúncia não foi enviada.',
    done: (protocol) => ({
      title: 'Denúncia enviada.',
      description: `Protocolo ${protocol}. Avisamos você quando houver uma decisão.`,
      tone: 'success',
    }),
    onDone: () => {
      onClose();
      setReason('');
      setDetails('');
    },
  });
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={`Denunciar ${what}`}
      description="Só a moderação vê quem denunciou."
      actionLabel="Enviar denúncia"
      busy={action.isPending}
      busyLabel="Enviando..."
      onSubmit={async () => {
        setMissing(reason === '');
        if (reason) action.mutate(reason);
      }}
    >
      <SelectField
        label="Motivo"
        error={missing && !reason ? 'Escolha um motivo.' : undefined}
        required
        value={reason}
        onChange={(event) => setReason(event.target.value as Reason)}
        placeholder="Escolha um motivo"
        options={REASON_OPTIONS}
      />
      <TextareaField
        label="O que aconteceu"
        optional
        value={details}
        maxLength={limits.details}
        onChange={(event) => setDetails(event.target.value)}
      />
    </FormDialog>
  );
}
