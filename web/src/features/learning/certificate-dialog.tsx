import { useState } from 'react';
import { Checkbox } from '@/ui/checkbox';
import { Field } from '@/ui/field';
import { FormDialog } from '@/ui/form-dialog';
import { Input } from '@/ui/input';
import { useAction } from '@/widgets/use-action';
import {
  type Certificate,
  type CertificateSubject,
  certificatesKey,
  issueCertificate,
  LONGEST_NAME,
  renameCertificate,
} from './certificates';

interface DialogProps {
  open: boolean;
  onClose: () => void;
}

const NO_NAME = 'Escreva o seu nome.';

/** Asks for the name to print, and issues. */
export function IssueDialog({
  subject,
  name,
  open,
  onClose,
}: DialogProps & { subject: CertificateSubject; name: string }) {
  const [holder, setHolder] = useState(name);
  const [showsName, setShowsName] = useState(true);
  const [problem, setProblem] = useState<string>();
  const issuing = useAction({
    run: () => issueCertificate(subject, holder.trim(), showsName),
    refreshes: [certificatesKey],
    done: { title: 'Certificado emitido', description: 'Ele está no seu Dashboard, para baixar e mostrar.' },
    failure: 'Não foi possível emitir o certificado.',
    onDone: onClose,
  });
  const submit = async () => {
    if (!holder.trim()) return setProblem(NO_NAME);
    await issuing.mutateAsync().catch(() => undefined);
  };
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title="Emitir certificado"
      description="O certificado tem um código e uma página que confirma que ele é verdadeiro."
      onSubmit={submit}
      actionLabel="Emitir"
      busy={issuing.isPending}
      busyLabel="Emitindo..."
    >
      <NameField value={holder} problem={problem} onChange={setHolder} onValid={() => setProblem(undefined)} />
      <Checkbox checked={showsName} onChange={(event) => setShowsName(event.target.checked)}>
        Mostrar o meu nome na página pública do certificado
      </Checkbox>
    </FormDialog>
  );
}

/** Changes the name on a certificate. */
export function RenameDialog({ certificate, open, onClose }: DialogProps & { certificate: Certificate }) {
  const [holder, setHolder] = useState(certificate.holder_name);
  const [problem, setProblem] = useState<string>();
  const renaming = useAction({
    run: () => renameCertificate(certificate.id, holder.trim()),
    refreshes: [certificatesKey],
    done: { title: 'Certificado emitido com o novo nome', description: 'O código continua o mesmo.' },
    failure: 'Não foi possível mudar o nome.',
    onDone: onClose,
  });
  const submit = async () => {
    if (!holder.trim()) return setProblem(NO_NAME);
    await renaming.mutateAsync().catch(() => undefined);
  };
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title="Mudar o nome"
      description="O código continua o mesmo. As credenciais baixadas com o nome anterior deixam de valer."
      onSubmit={submit}
      actionLabel="Emitir de novo"
      busy={renaming.isPending}
      busyLabel="Emitindo..."
    >
      <NameField value={holder} problem={problem} onChange={setHolder} onValid={() => setProblem(undefined)} />
    </FormDialog>
  );
}

interface NameFieldProps {
  value: string;
  problem: string | undefined;
  onChange: (value: string) => void;
  onValid: () => void;
}

function NameField({ value, problem, onChange, onValid }: NameFieldProps) {
  return (
    <Field label="Nome a imprimir" hint="Como está nos seus documentos." error={problem}>
      {(control) => (
        <Input
          {...control}
          value={value}
          maxLength={LONGEST_NAME}
          autoComplete="name"
          onChange={(event) => {
            onChange(event.target.value);
            onValid();
          }}
        />
      )}
    </Field>
  );
}
