import { useQuery } from '@tanstack/react-query';
import { ArrowUpRight, Check, MessageCircle } from 'lucide-react';
import { chatUrl } from '@/lib/content';
import { useSite } from '@/lib/site';
import { BadgeShape } from '@/ui/badge';
import { ButtonLink } from '@/ui/link';
import { NeedleArt, Plate } from '@/ui/needle-art';
import { Skeleton } from '@/ui/skeleton';
import { courseAccessQuery } from './queries';

/** The courses on the partner's platform: open, or to be asked for. A check that failed reads as not open yet. */
export function CoursesCard({ email }: { email: string }) {
  const { data, isLoading } = useQuery({ ...courseAccessQuery(email), enabled: email !== '' });
  return (
    <section aria-labelledby="courses" className="grid sm:min-h-70 sm:grid-cols-2">
      <div className="on-block flex flex-col items-start bg-block p-[clamp(1.5rem,2.4vw,2.25rem)] text-block-foreground">
        {data && (
          <BadgeShape icon={Check} className="mb-5 bg-block-2 text-block-foreground">
            Acesso liberado
          </BadgeShape>
        )}
        <h2 id="courses" className="type-display-3">
          Cursos
        </h2>
        <p className="mt-3 mb-7 text-block-muted">
          Dezesseis cursos com certificado, em plataforma parceira. Entre com o mesmo{' '}
          <span className="whitespace-nowrap">e-mail</span> da assinatura.
        </p>
        {isLoading ? <Skeleton className="mt-auto h-13 w-full max-w-48" /> : <CoursesAction url={data?.course_url} />}
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

function CoursesAction({ url }: { url: string | null | undefined }) {
  const site = useSite();
  return url ? (
    <ButtonLink href={url} newTab variant="paper" className="mt-auto max-sm:w-full">
      Abrir os cursos
      <ArrowUpRight aria-hidden="true" className="size-4.5" strokeWidth={1.6} />
    </ButtonLink>
  ) : (
    <ButtonLink href={chatUrl(site, 'courses')} newTab variant="paper" className="mt-auto max-sm:w-full">
      <MessageCircle aria-hidden="true" className="size-4.5" strokeWidth={1.6} />
      Solicitar acesso
    </ButtonLink>
  );
}
