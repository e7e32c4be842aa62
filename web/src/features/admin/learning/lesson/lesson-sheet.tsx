import { useQuery } from '@tanstack/react-query';
import { Suspense, useId, useState } from 'react';
import { navigate, useSearchParams } from '@/lib/router';
import { AlertDialog } from '@/ui/alert-dialog';
import { Button } from '@/ui/button';
import { DialogClose } from '@/ui/dialog';
import { LoadFailed } from '@/ui/loaded';
import { Sheet } from '@/ui/sheet';
import { Loading, Skeleton } from '@/ui/skeleton';
import { Empty } from '@/ui/start/empty';
import { latePart } from '@/ui/start/late-part';
import { useWarningBeforeUnload } from '@/widgets/form-guards';
import { type CoursePart, editorPaths } from '../links';
import { lessonQuery, outlineQuery } from '../queries';
import type { FormStatus } from './lesson-form';

const LessonForm = latePart(() => import('./lesson-form').then((module) => ({ default: module.LessonForm })));

const UNTOUCHED: FormStatus = { isDirty: false, isSaving: false, isSending: false };

/** The form of the lesson that the address names, over the course. Unsaved changes ask before they are left. */
export function LessonSheet({ course, part }: { course: string; part: CoursePart }) {
  const [params] = useSearchParams();
  const asked = params.get('aula') ?? undefined;
  const [shown, setShown] = useState(asked);
  const [status, setStatus] = useState(UNTOUCHED);
  const [isSaved, setSaved] = useState(false);
  const formId = useId();

  const isLeaving = asked !== shown && shown !== undefined && status.isDirty && !isSaved;
  if (asked !== shown && !isLeaving) {
    setShown(asked);
    setStatus(UNTOUCHED);
    setSaved(false);
  }
  useWarningBeforeUnload(status.isDirty && !isSaved);
  const close = () => navigate(editorPaths.course(course, { part }), { replace: true });
  return (
    <>
      <Sheet
        open={shown !== undefined}
        onOpenChange={(open) => !open && !status.isSaving && close()}
        title="Editar aula"
        // As wide as the window: a lesson is written here.
        className="w-full! border-l-0!"
        onEscapeKeyDown={leaveToEditor}
        footer={
          <>
            <DialogClose>
              <Button variant="ghost" size="small" disabled={status.isSaving}>
                Cancelar
              </Button>
            </DialogClose>
            <Button
              type="submit"
              form={formId}
              size="small"
              disabled={status.isSending}
              busy={status.isSaving}
              busyLabel="Salvando..."
            >
              {status.isSending ? 'Espere o envio' : 'Salvar aula'}
            </Button>
          </>
        }
      >
        {shown && (
          <Suspense fallback={<FormSkeleton />}>
            <Loaded
              key={shown}
              id={formId}
              course={course}
              lesson={shown}
              onStatus={setStatus}
              onSaved={() => {
                setSaved(true);
                close();
              }}
            />
          </Suspense>
        )}
      </Sheet>
      <AlertDialog
        open={isLeaving}
        onOpenChange={(open) =>
          !open && navigate(editorPaths.course(course, { part, lesson: shown }), { replace: true })
        }
        title="Descartar alterações?"
        description="O que você mudou nesta aula ainda não foi salvo."
        cancelLabel="Continuar editando"
        actionLabel="Descartar"
        onAction={() => setStatus(UNTOUCHED)}
      />
    </>
  );
}

/** Escape in the editor of the text closes what is open there, or leaves its full screen. */
function leaveToEditor(event: KeyboardEvent) {
  const isInside = event.target instanceof Element && event.target.closest('.editor-box');
  if (isInside || document.querySelector('.editor-box[data-full]')) event.preventDefault();
}

interface LoadedProps {
  id: string;
  course: string;
  lesson: string;
  onStatus: (status: FormStatus) => void;
  onSaved: () => void;
}

function Loaded({ id, course, lesson, onStatus, onSaved }: LoadedProps) {
  const opened = useQuery(lessonQuery(lesson));
  const outline = useQuery(outlineQuery(course));
  if (opened.data === null || outline.data === null) {
    return <Empty title="Esta aula não existe mais" description="Ela foi excluída, ou o endereço está incompleto." />;
  }
  if (!opened.data || !outline.data) {
    const refetch = () => Promise.all([opened.refetch(), outline.refetch()]);
    return opened.isError || outline.isError ? (
      <LoadFailed title="Não foi possível abrir a aula." query={{ refetch }} />
    ) : (
      <FormSkeleton />
    );
  }
  return <LessonForm id={id} {...opened.data} outline={outline.data} onStatus={onStatus} onSaved={onSaved} />;
}

function FormSkeleton() {
  return (
    <Loading label="Abrindo a aula">
      <div className="grid gap-6">
        <Skeleton className="h-12 w-full" />
        <Skeleton className="h-12 w-2/3" />
        <Skeleton className="h-28 w-full" />
        <Skeleton className="h-60 w-full" />
      </div>
    </Loading>
  );
}
