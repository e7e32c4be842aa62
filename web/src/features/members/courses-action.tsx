import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ArrowUpRight, MessageCircle, RotateCcw } from 'lucide-react';
import { chatUrl } from '@/lib/content';
import { useSite } from '@/lib/site';
import { Button } from '@/ui/button';
import { ButtonLink } from '@/ui/link';
import { toast } from '@/ui/toast';
import { courseAccessQuery, validateCourseAccess } from './queries';
import { coursesText } from './text';

/** The way to the courses. */
export function OpenCourses({ url }: { url: string }) {
  return (
    <ButtonLink href={url} newTab variant="paper" className="mt-auto max-sm:w-full">
      Abrir os cursos
      <ArrowUpRight aria-hidden="true" className="size-4.5" strokeWidth={1.6} />
    </ButtonLink>
  );
}

/** Asking for access in the chat, or having the platform asked once more after a purchase. */
export function RequestCourses({ email }: { email: string }) {
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
