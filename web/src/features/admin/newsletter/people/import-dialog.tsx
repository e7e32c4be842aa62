import { FileUp } from 'lucide-react';
import { useRef, useState } from 'react';
import { formatNumber } from '@/lib/format';
import { Button } from '@/ui/button';
import { FormDialog } from '@/ui/form-dialog';
import { Loading, Skeleton } from '@/ui/skeleton';
import { useAction } from '@/widgets/use-action';
import { addressesText, type ImportReport, importFile, PROBLEMS, reportLines } from './import-file';
import { subscribersKey } from './subscriber-queries';

/** Imports subscribers: a file is chosen, the server says what would happen, then it happens. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const [file, setFile] = useState<File>();
  const [isTried, setTried] = useState(false);
  const rehearsal = useAction({
    run: (chosen: File) => importFile(chosen, false),
    failure: 'O arquivo não foi aceito.',
    onFailed: () => {
      setFile(undefined);
      return false;
    },
  });
  const importing = useAction({
    run: (chosen: File) => importFile(chosen, true),
    done: ({ added }) => ({ title: `${addressesText(added)} na lista. Nada foi enviado.`, tone: 'success' }),
    failure: 'Os endereços não foram importados.',
    refreshes: [subscribersKey, ['audit']],
    onDone: onClose,
  });
  const report = file && rehearsal.data;
  const added = report?.added ?? 0;
  const choose = (chosen: File | undefined) => {
    if (!chosen) return;
    setFile(chosen);
    setTried(false);
    rehearsal.mutate(chosen);
  };
  return (
    <FormDialog
      open
      wide
      onClose={onClose}
      title="Importar inscritos"
      description="Uma planilha em CSV com as colunas E-mail, Data e Origem do consentimento; Etiquetas, se quiser. Importar não envia nada a ninguém."
      onSubmit={() => {
        setTried(true);
        if (file && added > 0) importing.mutate(file);
      }}
      actionLabel={report ? `Importar ${addressesText(added)}` : 'Importar'}
      busy={importing.isPending}
      busyLabel="Importando..."
    >
      <ChooseFile file={file} onChoose={choose} />
      {rehearsal.isPending && (
        <Loading label="Conferindo o arquivo">
          <Skeleton className="h-28 w-full" />
        </Loading>
      )}
      {report && !rehearsal.isPending && <Report report={report} />}
      <p role="alert" className="text-small text-destructive empty:hidden">
        {isTried && !report && !rehearsal.isPending && 'Escolha um arquivo.'}
        {isTried && report && added === 0 && 'Nenhum endereço novo a importar.'}
      </p>
    </FormDialog>
  );
}

function ChooseFile({ file, onChoose }: { file: File | undefined; onChoose: (file: File | undefined) => void }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <Button variant="soft" size="small" onClick={() => input.current?.click()}>
        <FileUp aria-hidden="true" className="size-4" strokeWidth={1.6} />
        {file ? 'Escolher outro arquivo' : 'Escolher arquivo'}
      </Button>
      <p className="type-meta [overflow-wrap:anywhere]">{file?.name ?? 'Até 10.000 linhas e 1 MB.'}</p>
      <input
        ref={input}
        type="file"
        accept=".csv,.txt,text/csv"
        tabIndex={-1}
        aria-label="Arquivo de inscritos"
        className="sr-only"
        onChange={({ target }) => {
          onChoose(target.files?.[0]);
          // The same file may be chosen again.
          target.value = '';
        }}
      />
    </div>
  );
}

function Report({ report }: { report: ImportReport }) {
  const { faults, invalid } = report;
  return (
    <section aria-label="O que vai acontecer" className="grid gap-4">
      <dl className="border-b border-border type-ui">
        {reportLines(report).map(([label, count]) => (
          <div key={label} className="flex justify-between gap-4 border-t border-border py-2">
            <dt>{label}</dt>
            <dd className="tabular-nums">{formatNumber(count)}</dd>
          </div>
        ))}
      </dl>
      {faults.length > 0 && (
        <ul className="grid max-h-52 gap-1 overflow-y-auto text-small">
          {faults.map(({ line, email, problem }) => (
            <li key={line} className="[overflow-wrap:anywhere]">
              <span className="tabular-nums">Linha {formatNumber(line)}</span>
              {email && `, ${email}`}: {PROBLEMS[problem]}.
            </li>
          ))}
          {invalid > faults.length && <li>E mais {formatNumber(invalid - faults.length)}.</li>}
        </ul>
      )}
    </section>
  );
}
