import { ExternalLink, RefreshCw, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { functionAnswer } from '@/lib/functions';
import { IconAction } from '@/ui/icon-action';
import { toast } from '@/ui/toast';
import { ConfirmDelete } from '@/widgets/confirm-delete';
import { linkTo, MEDIA, type MediaFile } from '@/widgets/media/queries';
import { nameOf, sizeOf } from '@/widgets/media/text';
import { matches } from '@/widgets/uploads/use-upload';
import { useAction } from '@/widgets/use-action';
import { ReplaceDialog } from './replace-dialog';

const SUBDUED = 'text-foreground-2';

/** Files that may take the place of another: those of its kind, so that what shows it still can. */
const acceptOf = ({ mime_type: type }: MediaFile): string => {
  const [family = ''] = type.split('/');
  return ['image', 'video', 'audio'].includes(family) ? `${family}/*` : type;
};

export function FileActions({ file }: { file: MediaFile }) {
  const input = useRef<HTMLInputElement>(null);
  const [chosen, setChosen] = useState<File>();
  const [doomed, setDoomed] = useState<MediaFile>();
  const name = nameOf(file);
  const accept = acceptOf(file);
  const opening = useAction({
    run: () => linkTo(file),
    failure: 'Não foi possível abrir o arquivo.',
    onDone: (link) => window.open(link, '_blank', 'noopener'),
  });
  return (
    <div className="flex gap-0.5 lg:justify-end">
      <IconAction
        hint="Abrir"
        label={`Abrir ${name}`}
        icon={ExternalLink}
        className={SUBDUED}
        aria-busy={opening.isPending}
        onClick={() => !opening.isPending && opening.mutate()}
      />
      {file.may_replace && (
        <>
          <IconAction
            hint="Substituir"
            label={`Substituir ${name}`}
            icon={RefreshCw}
            className={SUBDUED}
            onClick={() => input.current?.click()}
          />
          <input
            ref={input}
            type="file"
            accept={accept}
            tabIndex={-1}
            aria-label={`Novo arquivo no lugar de ${name}`}
            className="sr-only"
            onChange={(event) => {
              const [next] = event.target.files ?? [];
              if (next && !matches(next, accept)) {
                toast({
                  title: 'Este arquivo é de outro tipo',
                  description: `No lugar de “${name}” entra um arquivo do mesmo tipo. Escolha outro.`,
                  tone: 'destructive',
                });
              } else setChosen(next);
              // The same file may be chosen again.
              event.target.value = '';
            }}
          />
        </>
      )}
      {file.uses.length === 0 && (
        <IconAction
          hint="Excluir"
          label={`Excluir ${name}`}
          icon={Trash2}
          className={`${SUBDUED} hover:bg-destructive-tint hover:text-destructive`}
          onClick={() => setDoomed(file)}
        />
      )}
      {chosen && <ReplaceDialog file={file} chosen={chosen} onClose={() => setChosen(undefined)} />}
      <ConfirmDelete
        item={doomed}
        onClose={() => setDoomed(undefined)}
        title="Excluir este arquivo?"
        description={`“${name}”, de ${sizeOf(file)}, não aparece em nenhum conteúdo ou curso. A exclusão não pode ser desfeita.`}
        run={({ bucket, key }) => functionAnswer('remove-file', { bucket, key })}
        done={{ title: 'Arquivo excluído', description: `“${name}” não está mais no servidor.`, tone: 'success' }}
        failure="Não foi possível excluir o arquivo."
        refreshes={[MEDIA]}
        closesOnFailure
      />
    </div>
  );
}
