import { useQuery } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useId, useState } from 'react';
import { NEW_CONTENT } from '@/app/pages';
import { signedInPaths } from '@/entities/signed-in-paths';
import { useNavigate, useSearchParams } from '@/lib/router';
import { AlertDialog } from '@/ui/alert-dialog';
import { Button } from '@/ui/button';
import { DialogClose } from '@/ui/dialog';
import { Empty } from '@/ui/empty';
import { LoadFailed } from '@/ui/loaded';
import { Sheet } from '@/ui/sheet';
import { Loading, Skeleton } from '@/ui/skeleton';
import { useWarningBeforeUnload } from '@/widgets/form-guards';
import { type Content, contentQuery } from '../queries';
import { LOAD_FAILED } from '../text';
import type { FormStatus } from './content-form';

const ContentForm = lazy(() => import('./content-form').then((module) => ({ default: module.ContentForm })));

const UNTOUCHED: FormStatus = { dirty: false, saving: false, blocked: true };

/**
 * The form over the panel. The address says which content it shows; every way out, the browser's included, goes through the
 * address, and unsaved changes ask first.
 */
export function ContentEditor() {
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const section = params.get('aba') ?? undefined;
  const asked = params.get('conteudo') ?? undefined;
  const [shown, setShown] = useState(asked);
  const [status, setStatus] = useState(UNTOUCHED);
  const [saved, setSaved] = useState(false);
  const formId = useId();

  const leaving = asked !== shown && shown !== undefined && status.dirty && !saved;
  if (asked !== shown && !leaving) {
    setShown(asked);
    setStatus(UNTOUCHED);
    setSaved(false);
  }
  useWarningBeforeUnload(status.dirty && !saved);

  const close = () => navigate(signedInPaths.adminPanel({ section }), { replace: true });
  const form = {
    id: formId,
    onStatus: setStatus,
    onSaved: () => {
      setSaved(true);
      close();
    },
  };
  const editing = shown !== undefined && shown !== NEW_CONTENT;
  return (
    <>
      <Sheet
        open={shown !== undefined}
        onOpenChange={(open) => !open && !status.saving && close()}
        title={editing ? 'Editar Conteúdo' : 'Novo Conteúdo'}
        footer={
          <>
            <DialogClose>
              <Button variant="ghost" size="small" disabled={status.saving}>
                Cancelar
              </Button>
            </DialogClose>
            <Button
              type="submit"
              form={formId}
              size="small"
              disabled={status.blocked}
              busy={status.saving}
              busyLabel="Salvando..."
            >
              {editing ? 'Atualizar' : 'Criar Conteúdo'}
            </Button>
          </>
        }
      >
        <Suspense fallback={<FormSkeleton />}>
          {editing ? (
            <Existing id={shown}>{(content) => <ContentForm key={content.id} content={content} {...form} />}</Existing>
          ) : (
            <ContentForm content={undefined} {...form} />
          )}
        </Suspense>
      </Sheet>
      <AlertDialog
        open={leaving}
        onOpenChange={(open) =>
          !open && navigate(signedInPaths.adminPanel({ section, content: shown }), { replace: true })
        }
        title="Descartar alterações?"
        description="O que você escreveu neste formulário ainda não foi salvo."
        cancelLabel="Continuar editando"
        actionLabel="Descartar"
        onAction={() => setStatus(UNTOUCHED)}
      />
    </>
  );
}

function Existing({ id, children }: { id: string; children: (content: Content) => ReactNode }) {
  const query = useQuery(contentQuery(id));
  if (query.data) return children(query.data);
  if (query.data === null) {
    return <Empty title="Conteúdo não encontrado" description="Ele foi excluído, ou o endereço está incompleto." />;
  }
  return query.isError ? <LoadFailed title={LOAD_FAILED} query={query} /> : <FormSkeleton />;
}

function FormSkeleton() {
  return (
    <Loading label="Abrindo o formulário">
      <div className="grid gap-6">
        <Skeleton className="h-12 w-full" />
        <Skeleton className="h-14 w-full" />
        <Skeleton className="h-12 w-full" />
        <Skeleton className="h-28 w-full" />
        <Skeleton className="h-60 w-full" />
      </div>
    </Loading>
  );
}
