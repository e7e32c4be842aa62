import { useQuery } from '@tanstack/react-query';
import { ArrowRight } from 'lucide-react';
import { signedInPaths } from '@/entities/signed-in-paths';
import { formatDateTime } from '@/lib/format';
import { GoLink, TextLink } from '@/ui/link';
import { Loaded } from '@/ui/loaded';
import { SoftBreaks } from '@/ui/soft-breaks';
import { type AuditEntry, auditQuery, type Names } from './queries';
import { accountName, type Difference, differences, fieldName, GONE, PROGRAM, type Subject, subjectsOf } from './text';

const FIELDS_SHOWN = 4;

export function AuditRow({ entry, names }: { entry: AuditEntry; names: Names }) {
  const changes = differences(entry.old, entry.new, names);
  const actor = entry.actor ? accountName(entry.actor) : PROGRAM;
  return (
    <li className="grid gap-x-(--gutter) gap-y-3 border-b border-border py-5 lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)]">
      <div className="min-w-0">
        <p className="font-label">{entry.label}</p>
        <p className="mt-0.5 type-ui text-foreground-2 [overflow-wrap:anywhere]">
          {subjectsOf(entry, names).map((subject, index) => (
            <span key={subject.id}>
              {index > 0 && ', '}
              <SubjectPart {...subject} />
            </span>
          ))}
        </p>
        <p className="mt-1 type-meta tabular-nums">
          {[formatDateTime(entry.created_at), actor, entry.ip_address].filter(Boolean).join(' · ')}
        </p>
      </div>
      <div className="min-w-0">
        {changes.length > FIELDS_SHOWN ? (
          <details>
            <summary className="flex min-h-11 cursor-pointer items-center gap-2 type-ui text-foreground-2 hover:text-foreground lg:min-h-0">
              Ver os {changes.length} campos
            </summary>
            <Changes changes={changes} className="mt-3" />
          </details>
        ) : (
          <Changes changes={changes} />
        )}
      </div>
    </li>
  );
}

/** The id can be read where the name is pointed at. */
function SubjectPart({ id, text, href, gone }: Subject) {
  return (
    <>
      <span title={id === text ? undefined : id}>
        {href ? (
          <TextLink href={href}>
            <SoftBreaks text={text} />
          </TextLink>
        ) : (
          <SoftBreaks text={text} />
        )}
      </span>
      {gone && <span className="text-muted-foreground"> ({GONE})</span>}
    </>
  );
}

function Changes({ changes, className }: { changes: readonly Difference[]; className?: string }) {
  return (
    <dl className={className}>
      {changes.map(({ field, before, after }) => (
        <div key={field ?? ''} className="flex flex-wrap gap-x-3 py-0.5 type-ui">
          <dt className={field ? 'text-muted-foreground' : 'sr-only'}>{field ? fieldName(field) : 'valor'}</dt>
          <dd className="flex min-w-0 flex-wrap items-baseline gap-x-2 [overflow-wrap:anywhere]">
            {before !== undefined && (
              <del className="text-muted-foreground decoration-1">
                <span className="sr-only">antes: </span>
                {before}
              </del>
            )}
            {before !== undefined && after !== undefined && (
              <ArrowRight aria-hidden="true" className="size-3.5 shrink-0 self-center text-north" strokeWidth={1.6} />
            )}
            {after !== undefined && (
              <ins className="no-underline">
                <span className="sr-only">agora: </span>
                {after}
              </ins>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

const ENTRIES_SHOWN = 5;

export function PersonAudit({ id }: { id: string }) {
  const found = useQuery(auditQuery({ person: id }));
  return (
    <Loaded
      query={found}
      failed="Não foi possível carregar a auditoria."
      loading="Carregando a auditoria"
      skeleton={['h-20 w-full']}
    >
      {({ entries, names }) =>
        entries.length === 0 ? (
          <p className="text-foreground-2">Nada foi feito pela administração.</p>
        ) : (
          <>
            <ol className="-mt-5">
              {entries.slice(0, ENTRIES_SHOWN).map((entry) => (
                <AuditRow key={entry.id} entry={entry} names={names} />
              ))}
            </ol>
            <p className="mt-4">
              <GoLink href={signedInPaths.adminAuditOf(id)}>Ver na auditoria</GoLink>
            </p>
          </>
        )
      }
    </Loaded>
  );
}
