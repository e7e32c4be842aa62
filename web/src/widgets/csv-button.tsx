import { Download } from 'lucide-react';
import type { Functions } from '@/generated/functions';
import { type CsvColumn, toCsv } from '@/lib/csv';
import { isoDay } from '@/lib/format';
import { type FunctionName, functionFile } from '@/lib/functions';
import { saveFile } from '@/lib/save-file';
import { Button } from '@/ui/button';
import { useAction } from './use-action';

export interface CsvButtonProps<Row> {
  /** The file's name, before the day: `lista-de-espera`. */
  name: string;
  columns: readonly CsvColumn<Row>[];
  rows: () => Promise<readonly Row[]>;
}

/** Downloads rows as a CSV file. */
export function CsvButton<Row>({ name, columns, rows }: CsvButtonProps<Row>) {
  return <DownloadButton name={name} file={async () => toCsv(columns, await rows())} />;
}

type FileCall = { [N in FunctionName]: { name: N; body: Functions[N]['request'] } }[FunctionName];

export interface ServerCsvButtonProps {
  /** The file's name, before the day: `membros`. */
  name: string;
  /** The server function that writes the file. */
  call: FileCall;
}

/** Downloads a CSV file that the server writes. */
export function ServerCsvButton({ name, call }: ServerCsvButtonProps) {
  return <DownloadButton name={name} file={() => functionFile(call.name, call.body)} />;
}

function DownloadButton({ name, file }: { name: string; file: () => Promise<Blob> }) {
  const download = useAction({
    run: async () => saveFile(await file(), `${name}-${isoDay(Date.now())}.csv`),
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
