import { useState } from 'react';
import { limits } from '@/generated/columns/certificates';
import { formatDate } from '@/lib/format';
import { Checkbox } from '@/ui/checkbox';
import { TextDialog } from '@/ui/text-dialog';
import { useAction } from '@/widgets/use-action';
import { type CertificateRow, certificatesKey, reissueCertificate, revokeCertificate } from './queries';

interface DialogProps {
  certificate: CertificateRow;
  onClose: () => void;
}

/** Takes a certificate back, with the reason, after saying what follows. */
export function RevokeDialog({ certificate, onClose }: DialogProps) {
  const revoking = useAction({
    run: (reason: string) => revokeCertificate(certificate.id, reason),
    refreshes: [certificatesKey],
    done: { title: 'O certificado foi revogado', description: 'A página pública já o diz.', tone: 'success' },
    failure: 'Não foi possível revogar o certificado.',
    onDone: onClose,
  });
  return (
    <TextDialog
      open
      onClose={onClose}
      title="Revogar este certificado?"
      description={
        <>
          “{certificate.title}”, de {certificate.holder_name}. A página pública passa a dizer que ele não vale mais, e
          programas que conferem a credencial a recusam em cerca de um minuto. PDF e selo deixam de ser baixados; cópias
          já baixadas continuam existindo. A pessoa vê o motivo. Reemitir depois cria outra credencial, com o mesmo
          código.
        </>
      }
      actionLabel="Revogar"
      destructive
      busy={revoking.isPending}
      busyLabel="Revogando..."
      label="Motivo"
      hint="Quem recebeu o certificado o lê, e a auditoria o guarda."
      missing="Escreva o motivo."
      maxLength={limits.revoked_reason}
      multiline
      onSubmit={revoking.mutate}
    />
  );
}

/** Issues a certificate again, under the same name or another. */
export function ReissueDialog({ certificate, onClose }: DialogProps) {
  const [isRenewed, setRenewed] = useState(false);
  const reissuing = useAction({
    run: (name: string) => reissueCertificate(certificate.id, name, isRenewed),
    refreshes: [certificatesKey],
    done: ({ holder_name: holder }) => ({
      title: 'O certificado foi reemitido',
      description: `Vale em nome de ${holder}, com o mesmo código.`,
      tone: 'success',
    }),
    failure: 'Não foi possível reemitir o certificado.',
    onDone: onClose,
  });
  return (
    <TextDialog
      open
      onClose={onClose}
      title="Reemitir o certificado"
      description={
        certificate.revoked_at
          ? 'O certificado volta a valer, com o mesmo código e uma credencial nova. A credencial revogada continua revogada.'
          : 'Código, curso e datas ficam. A credencial de agora é revogada, e quem a recebeu baixa a nova nos seus certificados.'
      }
      actionLabel="Reemitir"
      busy={reissuing.isPending}
      busyLabel="Reemitindo..."
      label="Nome a imprimir"
      text={certificate.holder_name}
      minLength={2}
      missing="Escreva o nome como deve aparecer no certificado."
      maxLength={limits.holder_name}
      onSubmit={reissuing.mutate}
    >
      {certificate.expires_at && (
        <Checkbox checked={isRenewed} onChange={(event) => setRenewed(event.target.checked)}>
          Renovar a validade, hoje até {formatDate(certificate.expires_at)}: o prazo do curso ou programa conta de novo
          a partir de hoje
        </Checkbox>
      )}
    </TextDialog>
  );
}
