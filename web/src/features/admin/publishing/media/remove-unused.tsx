import { queryOptions, useQuery } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { formatBytes } from '@/lib/bytes';
import { formatCount } from '@/lib/format';
import { functionAnswer } from '@/lib/functions';
import { AlertDialog } from '@/ui/alert-dialog';
import { Button } from '@/ui/button';
import { MEDIA } from '@/widgets/media/queries';
import { useAction } from '@/widgets/use-action';

const unusedQuery = queryOptions({
  queryKey: [...MEDIA, 'unused'],
  queryFn: () => functionAnswer('count-unused-files'),
  staleTime: 0,
});

const filesText = (count: number) => formatCount(count, 'arquivo', 'arquivos');

/** Removes all files that nothing uses, after their number and size were said. Nothing is shown where there are none. */
export function RemoveUnused() {
  const [isOpen, setIsOpen] = useState(false);
  const { data } = useQuery(unusedQuery);
  const removing = useAction({
    run: async () => {
      let removed = 0;
      // The server removes some at a time.
      for (;;) {
        const answer = await functionAnswer('remove-unused-files');
        removed += answer.removed;
        if (!answer.has_more) return removed;
      }
    },
    done: (removed) => ({
      title: 'Arquivos sem uso excluídos',
      description: `${filesText(removed)} a menos no servidor.`,
      tone: 'success',
    }),
    failure: 'Não foi possível excluir os arquivos sem uso.',
    refreshes: [MEDIA],
    onDone: () => setIsOpen(false),
  });
  if (!data || (data.files === 0 && !isOpen)) return null;
  return (
    <>
      <Button variant="line" size="small" onClick={() => setIsOpen(true)}>
        <Trash2 aria-hidden="true" className="size-4" strokeWidth={1.6} />
        Excluir os sem uso ({data.files})
      </Button>
      <AlertDialog
        open={isOpen}
        onOpenChange={(open) => !removing.isPending && setIsOpen(open)}
        title={`Excluir ${filesText(data.files)} sem uso?`}
        description={`São ${formatBytes(data.bytes)} ao todo. Nenhum deles aparece em conteúdos, rascunhos, versões guardadas, lixeira ou cursos. O que foi enviado pela biblioteca ou há menos de uma hora fica. A exclusão não pode ser desfeita.`}
        actionLabel="Excluir todos"
        actionIcon={<Trash2 aria-hidden="true" className="size-4" strokeWidth={1.6} />}
        busy={removing.isPending}
        busyLabel="Excluindo..."
        onAction={() => removing.mutate()}
      />
    </>
  );
}
