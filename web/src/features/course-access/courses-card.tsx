import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ArrowUpRight, Check, MessageCircle, RotateCcw } from 'lucide-react';
import { chatUrl, useSite } from '@/entities/site';
import { formatDate } from '@/lib/format';
import { BadgeShape } from '@/ui/badge';
import { Button } from '@/ui/button';
import { ButtonLink } from '@/ui/link';
import { NeedleArt, Plate } from '@/ui/needle-art';
import { Skeleton } from '@/ui/skeleton';
import { type ToastMessage, toast } from '@/ui/toast';
import { courseAccessQuery, validateCourseAccess } from './queries';

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

export function CoursesCard({ email }: { email: string }) {
  const { data, isLoading, isError } = useQuery({ ...courseAccessQuery(email), enabled: email !== '' });
  const record = data?.record;
  const isUnsure = !record && (isError || data?.stale === true);
  return (
    <section aria-labelledby="courses" className="grid sm:min-h-100 sm:grid-cols-2">
      <div className="on-block flex flex-col items-start bg-block p-[clamp(1.5rem,2.4vw,2.25rem)] text-block-foreground">
        <h2 id="courses" className="type-display-3">
          Cursos
        </h2>
        <p className="mt-3 text-block-muted">
          Dezesseis cursos com certificado, em plataforma parceira. Entre com o mesmo{' '}
          <span className="whitespace-nowrap">e-mail</span> da assinatura.
        </p>
        {/* As high with any answer, so that nothing moves when it comes. */}
        <p role="status" className="mt-4 mb-6 min-h-6 text-block-muted">
          {record && (
            <BadgeShape icon={Check} className="bg-block-2 text-block-foreground">
              {record.expires_at ? `Acesso liberado até ${lastDay(record.expires_at)}` : 'Acesso liberado'}
            </BadgeShape>
          )}
          {isUnsure && 'A plataforma não respondeu. O acesso pode aparecer em instantes.'}
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

function OpenCourses({ url }: { url: string }) {
  return (
    <ButtonLink href={url} newTab variant="paper" className="mt-auto max-sm:w-full">
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
    <div className="mt-auto flex flex-wrap gap-3 max-sm:w-full max-sm:*:w-full">
      <ButtonLink href={chatUrl(site, 'courses')} newTab variant="paper">
        <MessageCircle aria-hidden="true" className="size-4.5" strokeWidth={1.6} />
        Solicitar acesso
      </ButtonLink>
      <Button
        variant="ghost"
        className="px-5! text-block-foreground! inset-ring inset-ring-block-muted enabled:hover:bg-block-2!"
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
