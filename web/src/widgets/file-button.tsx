import { Download } from 'lucide-react';
import type { Functions } from '@/generated/functions';
import { isoDay } from '@/lib/format';
import { type FunctionName, functionFile } from '@/lib/functions';
import { saveFile } from '@/lib/save-file';
import { Button } from '@/ui/button';
import { useAction } from './use-action';

type FileCall = { [N in FunctionName]: { name: N; body: Functions[N]['request'] } }[FunctionName];

export interface FileButtonProps {
  /** The file's name, before the day: `membros`. */
  name: string;
  /** The server function that writes the file. */
  call: FileCall;
}

/** Downloads a CSV file that the server writes. */
export function FileButton({ name, call }: FileButtonProps) {
  const download = useAction({
    run: async () => saveFile(await functionFile(call.name, call.body), `${name}-${isoDay(Date.now())}.csv`),
    done: { title: 'A planilha foi baixada', tone: 'success' },
    failure: 'Não foi possível baixar a planilha.',
  });
  return (
    <Button
      size="small"
      variant="line"
      busy={download.isPending}
      busyLabel="Baixando..."
      onClick={() => download.mutate()}
    >
      <Download aria-hidden="true" className="size-4" strokeWidth={1.6} />
      Baixar CSV
    </Button>
  );
}
