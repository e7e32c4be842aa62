import { useState } from 'react';
import { limits } from '@/generated/columns/certificates';
import { formatDate } from '@/lib/format';
import { Checkbox } from '@/ui/checkbox';
import { Field } from '@/ui/field';
import { FormDialog } from '@/ui/form-dialog';
import { Input } from '@/ui/input';
import { Textarea } from '@/ui/textarea';
import { useAction } from '@/widgets/use-action';
import { type CertificateRow, certificatesKey, reissueCertificate, revokeCertificate } from './queries';

interface DialogProps {
  certificate: CertificateRow;
  onClose: () => void;
}

/** Takes a certificate back, with the reason, after saying what follows. */
export function RevokeDialog({ certificate, onClose }: DialogProps) {
  const [reason, setReason] = useState('');
  const [problem, setProblem] = useState<string>();
  const revoking = useAction({
    run: () => revokeCertificate(certificate.id, reason.trim()),
    refreshes: [certificatesKey],
    done: { title: 'O certificado foi revogado', description: 'A página pública já o diz.', tone: 'success' },
    failure: 'Não foi possível revogar o certificado.',
    onDone: onClose,
  });
  return (
    <FormDialog
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
      onSubmit={async () => {
        if (!reason.trim()) return setProblem('Escreva o motivo.');
        revoking.mutate();
      }}
    >
      <Field label="Motivo" hint="Quem recebeu o certificado o lê, e a auditoria o guarda." error={problem}>
        {(control) => (
          <Textarea
            {...control}
            value={reason}
            required
            rows={3}
            maxLength={limits.revoked_reason}
            onChange={(event) => {
              setReason(event.target.value);
              setProblem(undefined);
            }}
          />
        )}
      </Field>
    </FormDialog>
  );
}

/** Issues a certificate again, under the same name or another. */
export function ReissueDialog({ certificate, onClose }: DialogProps) {
  const [name, setName] = useState(certificate.holder_name);
  const [isRenewed, setRenewed] = useState(false);
  const [problem, setProblem] = useState<string>();
  const reissuing = useAction({
    run: () => reissueCertificate(certificate.id, name.trim(), isRenewed),
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
    <FormDialog
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
      onSubmit={async () => {
        if (name.trim().length < 2) return setProblem('Escreva o nome como deve aparecer no certificado.');
        reissuing.mutate();
      }}
    >
      <Field label="Nome a imprimir" error={problem}>
        {(control) => (
          <Input
            {...control}
            value={name}
            required
            maxLength={limits.holder_name}
            onChange={(event) => {
              setName(event.target.value);
              setProblem(undefined);
            }}
          />
        )}
      </Field>
      {certificate.expires_at && (
        <Checkbox checked={isRenewed} onChange={(event) => setRenewed(event.target.checked)}>
          Renovar a validade, hoje até {formatDate(certificate.expires_at)}: o prazo do curso ou programa conta de novo
          a partir de hoje
        </Checkbox>
      )}
    </FormDialog>
  );
}
