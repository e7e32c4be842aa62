import { type UseQueryResult, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ArrowUpRight, Check, MessageCircle, RotateCcw } from 'lucide-react';
import { paths } from '@/app/pages';
import { ownCoursesQuery } from '@/entities/course-sources';
import { chatUrl, useSite } from '@/entities/site';
import { formatCount, formatDate } from '@/lib/format';
import { BadgeShape } from '@/ui/badge';
import { Button } from '@/ui/button';
import { ButtonLink } from '@/ui/link';
import { Skeleton } from '@/ui/skeleton';
import { type ToastMessage, toast } from '@/ui/toast';
import { type CourseStanding, courseAccessQuery, validateCourseAccess } from './queries';

const coursesText = {
  denied: {
    title: 'Acesso negado',
    description: 'Você não tem acesso aos cursos no Hotmart.',
    tone: 'destructive',
  },
  granted: {
    title: 'Acesso liberado',
    description: 'Seus cursos já estão abertos.',
    tone: 'success',
  },
  failed: {
    title: 'Erro ao verificar o acesso',
    description: 'A plataforma de cursos não respondeu. Tente novamente em alguns instantes.',
    tone: 'destructive',
  },
} as const satisfies Record<string, ToastMessage>;

const lastDay = (end: string): string => formatDate(Date.parse(end) - 1);

/** Courses of the person: on this site, on the partner's platform, or none yet. */
export function CoursesCard({ email }: { email: string }) {
  const { course_platform: hasPlatform } = useSite();
  const own = useQuery(ownCoursesQuery);
  const access = useQuery({ ...courseAccessQuery(email), enabled: email !== '' });
  const onPlatform = hasPlatform || Boolean(access.data?.record);
  const hasNone = own.data === 0 && !onPlatform && !access.isLoading;
  return (
    <div className="grid gap-px border border-border bg-border">
      {(Boolean(own.data) || hasNone) && <OwnCourses count={own.data ?? 0} />}
      {onPlatform && <PlatformCourses email={email} access={access} />}
    </div>
  );
}

function OwnCourses({ count }: { count: number }) {
  return (
    <section aria-labelledby="own-courses" className="flex flex-wrap items-center gap-x-6 gap-y-4 bg-card p-5">
      <div className="min-w-0 flex-1 basis-72">
        <h2 id="own-courses" className="type-title-2">
          Cursos
        </h2>
        <p className="mt-1 type-meta">
          {count > 0
            ? `${formatCount(count, 'curso', 'cursos')} no ambiente de aprendizagem.`
            : 'Ainda não há cursos publicados.'}
        </p>
      </div>
      {count > 0 && (
        <ButtonLink href={paths.membersLearning} variant="line" size="small" className="max-sm:w-full">
          Ver os cursos
        </ButtonLink>
      )}
    </section>
  );
}

interface PlatformCoursesProps {
  email: string;
  access: UseQueryResult<CourseStanding>;
}

function PlatformCourses({ email, access: { data, isLoading, isError } }: PlatformCoursesProps) {
  const record = data?.record;
  const isUnsure = !record && (isError || data?.stale === true);
  return (
    <section aria-labelledby="courses" className="flex flex-wrap items-center gap-x-6 gap-y-4 bg-card p-5">
      <div className="min-w-0 flex-1 basis-72">
        <h2 id="courses" className="type-title-2">
          Cursos na Hotmart
        </h2>
        <p className="mt-1 type-meta">
          Cursos na plataforma parceira. Entre com o mesmo <span className="whitespace-nowrap">e-mail</span> da
          assinatura.
        </p>
        {/* As high with any answer, so that nothing moves when it comes. */}
        <p role="status" className="mt-2 min-h-6 type-meta">
          {record && (
            <BadgeShape icon={Check} className="bg-muted text-foreground">
              {record.expires_at ? `Acesso liberado até ${lastDay(record.expires_at)}` : 'Acesso liberado'}
            </BadgeShape>
          )}
          {isUnsure && 'A plataforma não respondeu. O acesso pode aparecer em instantes.'}
        </p>
      </div>
      {isLoading ? (
        <Skeleton className="h-11 w-full max-w-48" />
      ) : record?.course_url ? (
        <OpenCourses url={record.course_url} />
      ) : (
        <RequestCourses email={email} />
      )}
    </section>
  );
}

function OpenCourses({ url }: { url: string }) {
  return (
    <ButtonLink href={url} newTab variant="line" size="small" className="max-sm:w-full">
      Abrir os cursos
      <ArrowUpRight aria-hidden="true" className="size-4.5" strokeWidth={1.6} />
    </ButtonLink>
  );
}

/** Requests access in the chat, or checks the platform once more after a purchase. */
function RequestCourses({ email }: { email: string }) {
  const site = useSite();
  const queryClient = useQueryClient();
  const check = useMutation({
    mutationFn: () => validateCourseAccess(email),
    onSuccess: ({ hasAccess, stale }) => {
      if (stale) return toast(coursesText.failed);
      toast(hasAccess ? coursesText.granted : coursesText.denied);
      return queryClient.invalidateQueries({ queryKey: courseAccessQuery(email).queryKey });
    },
    onError: (error) => {
      console.error('access to the courses could not be checked', error);
      toast(coursesText.failed);
    },
  });
  return (
    <div className="flex flex-wrap gap-2 max-sm:w-full max-sm:*:w-full">
      <ButtonLink href={chatUrl(site, 'courses')} newTab variant="line" size="small">
        <MessageCircle aria-hidden="true" className="size-4.5" strokeWidth={1.6} />
        Solicitar acesso
      </ButtonLink>
      <Button
        variant="ghost"
        size="small"
        busy={check.isPending}
        busyLabel="Verificando..."
        onClick={() => check.mutate()}
      >
        <RotateCcw aria-hidden="true" className="size-4.5" strokeWidth={1.6} />
        Verificar acesso
      </Button>
    </div>
  );
}
