import { useQuery } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import { formatDate } from '@/lib/format';
import { BadgeShape } from '@/ui/badge';
import { NeedleArt, Plate } from '@/ui/needle-art';
import { Skeleton } from '@/ui/skeleton';
import { OpenCourses, RequestCourses } from './courses-action';
import { courseAccessQuery } from './queries';

/** Access ends where the next day begins. */
const lastDay = (end: string): string => formatDate(Date.parse(end) - 1);

/** The courses on the partner's platform: open, or to be asked for. A check that failed reads as not open yet. */
export function CoursesCard({ email }: { email: string }) {
  const { data, isLoading, isError } = useQuery({ ...courseAccessQuery(email), enabled: email !== '' });
  const record = data?.record;
  const isUnsure = !record && (isError || data?.stale === true);
  return (
    <section aria-labelledby="courses" className="grid sm:min-h-70 sm:grid-cols-2">
      <div className="on-block flex flex-col items-start bg-block p-[clamp(1.5rem,2.4vw,2.25rem)] text-block-foreground">
        {record && (
          <BadgeShape icon={Check} className="mb-5 bg-block-2 text-block-foreground">
            {record.expires_at ? `Acesso liberado até ${lastDay(record.expires_at)}` : 'Acesso liberado'}
          </BadgeShape>
        )}
        <h2 id="courses" className="type-display-3">
          Cursos
        </h2>
        <p className="mt-3 text-block-muted">
          Dezesseis cursos com certificado, em plataforma parceira. Entre com o mesmo{' '}
          <span className="whitespace-nowrap">e-mail</span> da assinatura.
        </p>
        <p role="status" className="mb-7 text-block-muted">
          {isUnsure && (
            <span className="mt-3 block">A plataforma não respondeu. O acesso pode aparecer em instantes.</span>
          )}
        </p>
        {isLoading ? (
          <Skeleton className="mt-auto h-13 w-full max-w-48" />
        ) : record?.course_url ? (
          <OpenCourses url={record.course_url} />
        ) : (
          <RequestCourses email={email} />
        )}
      </div>
      <Plate tone="moss" className="max-sm:order-first max-sm:aspect-2/1">
        <NeedleArt
          field="orbit"
          glyph="half"
          seed="cursos"
          width={480}
          height={400}
          step={80}
          className="absolute inset-0"
        />
      </Plate>
    </section>
  );
}
