import { CircleCheck, CircleX, Download } from 'lucide-react';
import type { ReactNode } from 'react';
import { paths } from '@/app/pages';
import { useSite } from '@/entities/site';
import { formatDate } from '@/lib/format';
import { NeedleArt, Plate } from '@/ui/needle-art';
import { Missing } from '@/ui/reading/missing';
import type { ShownCertificate } from './queries';

const FILES = [
  ['certificado.pdf', 'Baixar PDF'],
  ['certificado.png', 'Baixar selo (PNG)'],
  ['certificado.jwt', 'Baixar credencial'],
] as const;

/** `12 horas`, `1 hora e 30 minutos`. */
function hoursText(minutes: number): string {
  const count = (value: number, one: string, many: string) => `${value} ${value === 1 ? one : many}`;
  const hours = Math.floor(minutes / 60);
  const rest = minutes % 60;
  if (!hours) return count(Math.max(rest, 1), 'minuto', 'minutos');
  return count(hours, 'hora', 'horas') + (rest ? ` e ${count(rest, 'minuto', 'minutos')}` : '');
}

/** Titles with a key of their own: two lessons may have one title. */
const numbered = (titles: readonly string[]) => titles.map((title, place) => [`${place} ${title}`, title] as const);

/** Certificate as anybody who has the code sees it. */
export function CertificatePage({ certificate }: { certificate: ShownCertificate }) {
  const site = useSite();
  const { code, holder_name: holder, is_revoked: isRevoked, lesson_titles: lessons } = certificate;
  const isCourse = certificate.kind === 'course';
  return (
    <div className="wrap py-[clamp(2.5rem,6vw,6rem)]">
      <div className="grid border border-border bg-card md:grid-cols-[1fr_2fr]">
        <Plate tone="ink" className="max-md:h-28">
          <NeedleArt
            field="orbit"
            seed={code}
            width={384}
            height={800}
            step={64}
            className="absolute inset-0 size-full"
          />
        </Plate>
        <div className="px-6 py-8 lg:px-14 lg:py-12">
          <p className="font-label type-ui">Certificado de conclusão</p>
          <CertificateState certificate={certificate} />
          <h1 className="mt-6 type-display-3">{certificate.title}</h1>
          <p className="mt-4 max-w-[52ch] type-lede">
            {holder ? (
              <>
                {site.name} {isRevoked ? 'certificou' : 'certifica'} que{' '}
                <strong className="font-medium text-foreground">{holder}</strong> concluiu{' '}
                {isCourse ? 'este curso' : 'este programa'}.
              </>
            ) : (
              `${site.name} emitiu este certificado. Quem o recebeu preferiu não mostrar o nome aqui.`
            )}
          </p>
          <dl className="mt-8 grid gap-x-8 gap-y-4 border-t border-border-strong pt-5 sm:grid-cols-2">
            <Fact name="Carga horária">{hoursText(certificate.minutes)}</Fact>
            <Fact name="Período">
              {formatDate(certificate.first_at)} a {formatDate(certificate.last_at)}
            </Fact>
            <Fact name="Emissão">
              {formatDate(certificate.issued_at)}
              {certificate.reissued_at && `, de novo em ${formatDate(certificate.reissued_at)}`}
            </Fact>
            {certificate.expires_at && <Fact name="Validade">até {formatDate(certificate.expires_at)}</Fact>}
            <Fact name="Código">{code}</Fact>
          </dl>
          {holder && !isRevoked && (
            <div className="mt-8 flex flex-wrap gap-x-6 gap-y-1 max-sm:flex-col">
              {FILES.map(([file, label]) => (
                <a
                  key={file}
                  href={`/credentials/${code}/${file}`}
                  download
                  className="inline-flex min-h-11 items-center gap-2 self-start type-ui underline decoration-north underline-offset-4 hover:decoration-2"
                >
                  <Download aria-hidden="true" className="size-4.5" strokeWidth={1.6} />
                  {label}
                </a>
              ))}
            </div>
          )}
          {lessons && lessons.length > 0 && (
            <section aria-labelledby="lessons" className="mt-10 border-t border-border-strong pt-5">
              <h2 id="lessons" className="mb-4 type-title-2">
                {isCourse ? 'Aulas do curso' : 'Cursos do programa'}
              </h2>
              <ol className="list-decimal gap-x-10 pl-6 text-base leading-relaxed marker:text-muted-foreground lg:columns-2">
                {numbered(lessons).map(([key, title]) => (
                  <li key={key} className="break-inside-avoid pl-1">
                    {title}
                  </li>
                ))}
              </ol>
            </section>
          )}
        </div>
      </div>
    </div>
  );
}

function stateOf({
  is_revoked: isRevoked,
  revoked_at: at,
  is_expired: isExpired,
  expires_at: until,
}: ShownCertificate) {
  if (isRevoked) return `Revogado${at ? ` em ${formatDate(at)}` : ''}: não vale mais`;
  return isExpired && until ? `Venceu em ${formatDate(until)}: não vale mais` : 'Válido';
}

/** Valid, expired or revoked, in colour, icon and word. */
function CertificateState({ certificate }: { certificate: ShownCertificate }) {
  const isValid = !certificate.is_revoked && !certificate.is_expired;
  const Icon = isValid ? CircleCheck : CircleX;
  return (
    <p className={`mt-3 flex gap-2 font-label type-ui ${isValid ? 'text-success' : 'text-destructive'}`}>
      <Icon aria-hidden="true" className="size-5 shrink-0" strokeWidth={1.6} />
      {stateOf(certificate)}
    </p>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="type-meta">{name}</dt>
      <dd className="mt-0.5 type-ui tabular-nums">{children}</dd>
    </div>
  );
}

/** Wrong codes look the same, however they are wrong. */
export function NoCertificate() {
  return (
    <Missing
      seed="certificado"
      title="Certificado não encontrado"
      text="Nenhum certificado tem este código. Confira as doze letras e números impressos no documento."
      href={paths.contact}
      action="Falar comigo"
    />
  );
}
