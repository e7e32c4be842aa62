import { useQuery } from '@tanstack/react-query';
import { CircleCheck, CircleX, Download } from 'lucide-react';
import { useState } from 'react';
import { hasExpired } from '@/entities/certificate';
import { useSite } from '@/entities/site';
import { formatDate } from '@/lib/format';
import { Button } from '@/ui/button';
import { ButtonLink, Link } from '@/ui/link';
import { Loaded } from '@/ui/loaded';
import { Switch } from '@/ui/switch';
import { useAction } from '@/widgets/use-action';
import { RenameDialog } from './certificate-dialog';
import {
  type Certificate,
  type CertificateForm,
  certificatePath,
  certificatesKey,
  certificatesQuery,
  downloadCertificate,
  linkedInAddress,
  showCertificate,
} from './certificates';
import { durationText } from './text';

/** The member's certificates, with what is shown of them and their files. */
export function CertificateList({ userId }: { userId: string }) {
  const certificates = useQuery(certificatesQuery(userId));
  return (
    <section aria-labelledby="certificates" className="mt-10 border-t border-border-strong pt-4">
      <h2 id="certificates" className="mb-4 type-title-1">
        Certificados
      </h2>
      <Loaded
        query={certificates}
        failed="Não foi possível carregar os certificados."
        loading="Carregando os certificados"
        skeleton={['h-40 w-full']}
        empty={
          <p className="type-ui text-muted-foreground">
            Nenhum certificado ainda. Ao concluir um curso, emita o certificado na página dele.
          </p>
        }
      >
        {(all) => (
          <ul className="divide-y divide-border">
            {all.map((one) => (
              <li key={one.id} className="py-6 first:pt-2">
                <OneCertificate certificate={one} />
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </section>
  );
}

function stateOf({ revoked_at: revokedAt, revoked_reason: reason, expires_at: until }: Certificate): string {
  if (revokedAt) return `Revogado em ${formatDate(revokedAt)}: ${reason}`;
  if (!until) return 'Válido';
  return hasExpired(until) ? `Venceu em ${formatDate(until)}` : `Válido até ${formatDate(until)}`;
}

function OneCertificate({ certificate }: { certificate: Certificate }) {
  const { title, code, revoked_at: revokedAt } = certificate;
  const isValid = !revokedAt && !hasExpired(certificate.expires_at);
  const Icon = isValid ? CircleCheck : CircleX;
  return (
    <div className="grid gap-x-12 gap-y-5 xl:grid-cols-[minmax(0,1fr)_22rem]">
      <div className="min-w-0">
        <Link
          href={certificatePath(code)}
          className="type-title-3 decoration-north underline-offset-4 [overflow-wrap:anywhere] hover:underline"
        >
          {title}
        </Link>
        <p className="mt-1 type-meta tabular-nums">
          Emitido em {formatDate(certificate.issued_at)} · {durationText(certificate.minutes * 60)} ·{' '}
          <span className="whitespace-nowrap">{code}</span>
        </p>
        <p className={`mt-2 flex gap-1.5 type-ui ${isValid ? 'text-success' : 'text-destructive'}`}>
          <Icon aria-hidden="true" className="mt-0.5 size-4.5 shrink-0" strokeWidth={1.6} />
          {stateOf(certificate)}
        </p>
        {!revokedAt && <Files certificate={certificate} />}
      </div>
      {!revokedAt && <Choices certificate={certificate} />}
    </div>
  );
}

function Files({ certificate }: { certificate: Certificate }) {
  const site = useSite();
  const download = useAction({
    run: (form: CertificateForm) => downloadCertificate(certificate, form),
    failure: 'Não foi possível baixar o certificado.',
  });
  const button = (form: CertificateForm, label: string) => (
    <Button
      variant="line"
      size="small"
      busy={download.isPending && download.variables === form}
      busyLabel="Baixando..."
      onClick={() => download.mutate(form)}
    >
      <Download aria-hidden="true" className="size-4" strokeWidth={1.6} />
      {label}
    </Button>
  );
  return (
    <div className="mt-4 grid gap-2 min-[380px]:grid-cols-2 sm:flex sm:flex-wrap">
      {button('pdf', 'PDF')}
      {button('png', 'Selo (PNG)')}
      {button('jwt', 'Credencial')}
      <ButtonLink
        href={linkedInAddress(certificate, site.name)}
        newTab
        variant="line"
        size="small"
        className="max-sm:px-2"
      >
        Adicionar ao LinkedIn
      </ButtonLink>
    </div>
  );
}

function Choices({ certificate }: { certificate: Certificate }) {
  const [renaming, setRenaming] = useState(false);
  const change = useAction({
    run: (choice: Parameters<typeof showCertificate>[1]) => showCertificate(certificate.id, choice),
    refreshes: [certificatesKey],
    failure: 'Não foi possível salvar a escolha.',
  });
  return (
    <fieldset className="border-t border-border xl:-mt-2 xl:border-t-0">
      <legend className="sr-only">O que se mostra de {certificate.title}</legend>
      <div className="flex min-h-14 items-center justify-between gap-4 border-b border-border py-2 type-ui">
        <p className="min-w-0 [overflow-wrap:anywhere]">
          Nome impresso
          <span className="block text-small text-muted-foreground">{certificate.holder_name}</span>
        </p>
        <Button variant="soft" size="small" onClick={() => setRenaming(true)}>
          Mudar<span className="sr-only"> o nome</span>
        </Button>
      </div>
      <Switch
        label="Mostrar o meu nome"
        description="Na página pública, com os arquivos."
        checked={certificate.shows_name}
        onCheckedChange={(shows_name) => change.mutate({ shows_name })}
        disabled={change.isPending}
      />
      <Switch
        label="Mostrar as aulas"
        checked={certificate.shows_lessons}
        onCheckedChange={(shows_lessons) => change.mutate({ shows_lessons })}
        disabled={change.isPending}
      />
      <Switch
        label="Manter se eu excluir a conta"
        description="Senão, o certificado deixa de valer com a conta."
        checked={!certificate.erased_with}
        onCheckedChange={(is_kept) => change.mutate({ is_kept })}
        disabled={change.isPending}
        className="border-b-0!"
      />
      <RenameDialog
        key={certificate.holder_name}
        certificate={certificate}
        open={renaming}
        onClose={() => setRenaming(false)}
      />
    </fieldset>
  );
}
