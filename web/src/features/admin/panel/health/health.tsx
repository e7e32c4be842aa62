import { useQuery } from '@tanstack/react-query';
import { formatAgo, formatDateTime } from '@/lib/format';
import { useNow } from '@/lib/use-now';
import { GoLink } from '@/ui/link';
import { Loaded } from '@/ui/loaded';
import { PanelHeading } from '@/ui/panel-heading';
import { StateBadge } from '@/ui/state-badge';
import { type HealthPoint, type HealthReport, healthQuery } from './queries';
import { answerOf, byUrgency, LABELS, remedyOf, STATES, sentenceOf } from './text';

/** The state of the installation: a short answer, then each part with what to do about it. */
export function Health() {
  const query = useQuery(healthQuery);
  return (
    <>
      <PanelHeading title="Saúde" />
      <Loaded
        query={query}
        failed="Não foi possível medir a saúde do site."
        loading="Medindo a saúde do site"
        skeleton={['h-8 w-80 max-w-full', 'mt-8 h-15 w-full', 'mt-3 h-15 w-full', 'mt-3 h-15 w-full']}
      >
        {(report) => <Report {...report} isOld={query.isError} />}
      </Loaded>
    </>
  );
}

function Report({ points, version, measured_at: measuredAt, isOld }: HealthReport & { isOld: boolean }) {
  const now = Math.max(useNow(), new Date(measuredAt).getTime());
  return (
    <>
      <div role="status">
        <h3 className="type-title-2">{answerOf(points)}</h3>
      </div>
      <p className="mt-2 mb-8 max-w-[62ch] type-meta tabular-nums">
        {isOld
          ? `O servidor não respondeu agora. Estes números são de ${formatDateTime(measuredAt)}.`
          : `Medido em ${formatDateTime(measuredAt)}, horário de São Paulo. A página se atualiza sozinha.`}
      </p>
      <ul className="border-t border-border-strong">
        {byUrgency(points).map((point) => (
          <Point key={point.part} point={point} version={version} now={now} />
        ))}
      </ul>
    </>
  );
}

function Point({ point, version, now }: { point: HealthPoint; version: string; now: number }) {
  const { label, tone } = STATES[point.state];
  const remedy = remedyOf(point);
  return (
    <li className="grid gap-x-(--gutter) gap-y-2 border-b border-border py-4 sm:grid-cols-[11rem_minmax(0,1fr)]">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3 gap-y-1.5 sm:block">
        <h3 className="type-ui font-label">{LABELS[point.part]}</h3>
        <StateBadge tone={tone} className="sm:mt-1.5">
          {label}
        </StateBadge>
      </div>
      <div className="min-w-0 type-ui">
        <p className="tabular-nums">
          {sentenceOf(point, version, now)}
          {remedy && point.since && (
            <span className="text-muted-foreground">
              {' '}
              A mais antiga espera desde {formatDateTime(point.since)} ({formatAgo(point.since, now)}).
            </span>
          )}
        </p>
        {remedy && (
          <>
            <p className="mt-1 max-w-[62ch] text-muted-foreground">{remedy.text}</p>
            {remedy.link && (
              <GoLink href={remedy.link.href} className="mt-1">
                {remedy.link.label}
              </GoLink>
            )}
          </>
        )}
      </div>
    </li>
  );
}
