import { useState } from 'react';
import { Checkbox } from '@/ui/checkbox';
import { TextDialog } from '@/ui/text-dialog';
import { useAction } from '@/widgets/use-action';
import {
  type Certificate,
  type CertificateSubject,
  certificatesKey,
  issueCertificate,
  MAX_NAME_LENGTH,
  renameCertificate,
} from './certificates';

interface DialogProps {
  open: boolean;
  onClose: () => void;
}

const NAME_FIELD = {
  label: 'Nome a imprimir',
  hint: 'Como está nos seus documentos.',
  missing: 'Escreva o seu nome.',
  maxLength: MAX_NAME_LENGTH,
  autoComplete: 'name',
  busyLabel: 'Emitindo...',
};

/** Asks for the name to print, and issues. */
export function IssueDialog({ subject, name, ...dialog }: DialogProps & { subject: CertificateSubject; name: string }) {
  const [showsName, setShowsName] = useState(true);
  const issuing = useAction({
    run: (holder: string) => issueCertificate(subject, holder, showsName),
    refreshes: [certificatesKey],
    done: { title: 'Certificado emitido', description: 'Ele está no seu Dashboard, para baixar e mostrar.' },
    failure: 'Não foi possível emitir o certificado.',
    onDone: dialog.onClose,
  });
  return (
    <TextDialog
      {...dialog}
      {...NAME_FIELD}
      text={name}
      title="Emitir certificado"
      description="O certificado tem um código e uma página que confirma que ele é verdadeiro."
      onSubmit={issuing.mutate}
      actionLabel="Emitir"
      busy={issuing.isPending}
    >
      <Checkbox checked={showsName} onChange={(event) => setShowsName(event.target.checked)}>
        Mostrar o meu nome na página pública do certificado
      </Checkbox>
    </TextDialog>
  );
}

/** Changes the name on a certificate. */
export function RenameDialog({ certificate, ...dialog }: DialogProps & { certificate: Certificate }) {
  const renaming = useAction({
    run: (holder: string) => renameCertificate(certificate.id, holder),
    refreshes: [certificatesKey],
    done: { title: 'Certificado emitido com o novo nome', description: 'O código continua o mesmo.' },
    failure: 'Não foi possível mudar o nome.',
    onDone: dialog.onClose,
  });
  return (
    <TextDialog
      {...dialog}
      {...NAME_FIELD}
      text={certificate.holder_name}
      title="Mudar o nome"
      description="O código continua o mesmo. As credenciais baixadas com o nome anterior deixam de valer."
      onSubmit={renaming.mutate}
      actionLabel="Emitir de novo"
      busy={renaming.isPending}
    />
  );
}
