import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { formatBytes } from '@/lib/bytes';
import { functionAnswer } from '@/lib/functions';
import { AlertDialog } from '@/ui/alert-dialog';
import { Loaded } from '@/ui/loaded';
import { fileUsesQuery, MEDIA, type MediaFile } from '@/widgets/media/queries';
import { nameOf, placesText, titleOf } from '@/widgets/media/text';
import { refusePicture } from '@/widgets/uploads/picture-file';
import { uploadFile } from '@/widgets/uploads/upload';
import { reasonOf } from '@/widgets/uploads/use-upload';
import { useAction } from '@/widgets/use-action';

export interface ReplaceDialogProps {
  file: MediaFile;
  /** File that takes its place. */
  chosen: File;
  onClose: () => void;
}

/** A file that cannot take the place; its message says why. */
class NotReplaced extends Error {}

/** Puts another file under the address of one, after it was said where that shows. */
export function ReplaceDialog({ file, chosen, onClose }: ReplaceDialogProps) {
  const uses = useQuery(fileUsesQuery(file));
  const queryClient = useQueryClient();
  const [share, setShare] = useState(0);
  const left = useRef(new AbortController());
  useEffect(() => {
    const controller = new AbortController();
    left.current = controller;
    return () => controller.abort();
  }, []);
  const replacing = useAction({
    run: async () => {
      const isPicture = file.mime_type.startsWith('image/');
      const refused = isPicture ? await refusePicture(chosen) : undefined;
      if (refused) throw new NotReplaced(refused);
      await uploadFile({
        bucket: file.bucket,
        folder: '',
        replaces: file.key,
        file: chosen,
        signal: left.current.signal,
        onProgress: setShare,
        onPhase: () => undefined,
        onControls: () => undefined,
      });
      // What is known of the file of a lesson is kept with the lesson.
      const lessons = file.bucket === 'courses' ? (uses.data?.uses ?? []) : [];
      for (const { id } of lessons) await functionAnswer('describe-lesson-file', { lesson_id: id });
    },
    done: {
      title: 'Arquivo substituído',
      description: 'O endereço é o mesmo: ele muda em todos os lugares em que aparece.',
      tone: 'success',
    },
    failure: (error) => ({
      title: 'O arquivo não foi substituído',
      description: error instanceof NotReplaced ? error.message : reasonOf(error),
      tone: 'destructive',
    }),
    refreshes: [MEDIA, ['stored-file']],
    onDone: () => {
      void queryClient.invalidateQueries({ queryKey: fileUsesQuery(file).queryKey });
      onClose();
    },
  });
  const percent = Math.round(share * 100);
  return (
    <AlertDialog
      open
      onOpenChange={(open) => !open && !replacing.isPending && onClose()}
      title="Substituir este arquivo?"
      description={`“${chosen.name}” (${formatBytes(chosen.size)}) entra no lugar de “${nameOf(file)}”, com o mesmo endereço. A troca não pode ser desfeita. Quem viu a página há pouco pode ver o arquivo anterior por até uma hora.`}
      actionLabel="Substituir"
      busy={replacing.isPending}
      busyLabel={percent < 100 ? `Enviando: ${percent}%` : 'Guardando...'}
      onAction={() => replacing.mutate()}
    >
      <Loaded
        query={uses}
        failed="Não foi possível ver onde o arquivo aparece."
        loading="Procurando onde o arquivo aparece"
        skeleton={['h-12 w-full']}
      >
        {({ uses: known }) =>
          known.length === 0 ? (
            <p className="type-ui">Ele não aparece em nenhum conteúdo ou curso.</p>
          ) : (
            <div className="border-l-3 border-north bg-muted px-4 py-3">
              <p className="font-label">Muda em</p>
              <ul className="max-h-48 overflow-y-auto">
                {known.map((use) => (
                  <li key={`${use.kind} ${use.id}`} className="py-0.5 type-ui">
                    {titleOf(use)}
                    <span className="type-meta"> · {placesText(use)}</span>
                  </li>
                ))}
              </ul>
            </div>
          )
        }
      </Loaded>
    </AlertDialog>
  );
}
