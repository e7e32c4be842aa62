import { useQuery } from '@tanstack/react-query';
import { Lock as LockIcon, LockOpen } from 'lucide-react';
import { useState } from 'react';
import { lockText } from '@/entities/lesson-lock';
import { PLAN_NAMES } from '@/entities/plan-names';
import { formatCount } from '@/lib/format';
import { InputField } from '@/ui/input-field';
import { Loaded } from '@/ui/loaded';
import { SelectField } from '@/ui/select-field';
import { type Outline, outlineQuery, type StudentLocks, studentLocksQuery } from './queries';

const PLANS = [
  ...Object.entries(PLAN_NAMES).map(([value, label]) => ({ value, label: `Assinante do plano ${label}` })),
  { value: '', label: 'Visitante, sem assinatura' },
];

const MAX_DAYS = 3_650;

/**
 * Parts of a course that are open to a student with a plan, some days after the beginning. Does not touch anybody's
 * progress.
 */
export function AccessPreview({ course }: { course: string }) {
  const [plan, setPlan] = useState(PLANS[0]?.value ?? '');
  const [days, setDays] = useState(0);
  const outline = useQuery(outlineQuery(course));
  const locks = useQuery(studentLocksQuery(course, plan, days));
  return (
    <>
      <p className="mb-6 max-w-[62ch] type-ui text-muted-foreground">
        O que um aluno que ainda não concluiu nada encontra aberto, e por que o resto está fechado. Vale também para
        rascunhos de cursos.
      </p>
      <div className="mb-8 grid gap-4 border-y border-border py-6 sm:grid-cols-[minmax(0,20rem)_14rem]">
        <SelectField label="Ver como" value={plan} options={PLANS} onChange={(event) => setPlan(event.target.value)} />
        <InputField
          label="Dias desde a matrícula"
          type="number"
          inputMode="numeric"
          min={0}
          max={MAX_DAYS}
          value={days}
          onChange={(event) => setDays(Math.min(Math.max(Math.trunc(Number(event.target.value)), 0), MAX_DAYS))}
        />
      </div>
      <Loaded
        query={locks}
        failed="Não foi possível verificar o acesso."
        loading="Verificando o acesso"
        skeleton={['h-12 w-full', 'mt-3 h-12 w-full']}
      >
        {(seen) => seen && outline.data && <SeenCourse outline={outline.data} seen={seen} />}
      </Loaded>
    </>
  );
}

function SeenCourse({ outline, seen }: { outline: Outline; seen: StudentLocks }) {
  const all = Object.values(seen);
  const open = all.filter((lock) => lock === null).length;
  return (
    <>
      <p role="status" className="mb-4 font-label type-ui tabular-nums">
        {open} de {formatCount(all.length, 'aula publicada aberta', 'aulas publicadas abertas')}
      </p>
      {outline.modules.map(({ id, title, lessons }) => {
        const shown = lessons.filter((lesson) => lesson.id in seen);
        return (
          <section key={id} aria-label={title} className="border-t border-border-strong pt-4 pb-6">
            <h3 className="type-title-3">{title}</h3>
            {shown.length === 0 && <p className="mt-2 type-meta">Nenhuma aula publicada.</p>}
            <ul className="mt-2">
              {shown.map((lesson) => {
                const lock = seen[lesson.id];
                const Icon = lock ? LockIcon : LockOpen;
                return (
                  <li
                    key={lesson.id}
                    className="grid grid-cols-[1.25rem_minmax(0,1fr)] items-start gap-x-3 border-b border-border py-3 type-ui"
                  >
                    <Icon
                      aria-hidden="true"
                      className={lock ? 'mt-0.5 size-4.5 text-muted-foreground' : 'mt-0.5 size-4.5 text-success'}
                      strokeWidth={1.6}
                    />
                    <div className="min-w-0">
                      <p className="[overflow-wrap:anywhere]">{lesson.title}</p>
                      <p className="type-meta">{lock ? lockText(lock) : 'Aberta'}</p>
                    </div>
                  </li>
                );
              })}
            </ul>
          </section>
        );
      })}
    </>
  );
}
