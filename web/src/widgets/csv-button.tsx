import { Download } from 'lucide-react';
import { type CsvColumn, toCsv } from '@/lib/csv';
import { isoDay } from '@/lib/format';
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
  const download = useAction({
    run: async () => saveFile(toCsv(columns, await rows()), `${name}-${isoDay(Date.now())}.csv`),
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
