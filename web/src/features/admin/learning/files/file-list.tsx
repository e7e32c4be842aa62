import { CircleAlert, CircleCheck, Clock, Pause, Play, RotateCcw, ScanSearch, Upload, X } from 'lucide-react';
import { formatCount } from '@/lib/format';
import { Button } from '@/ui/button';
import { IconAction } from '@/ui/icon-action';
import { mediaText } from '../media-text';
import type { FileStep, LessonFile, LessonFiles } from './use-lesson-files';

const ICONS: Record<FileStep, typeof Clock> = {
  waiting: Clock,
  sending: Upload,
  looking: ScanSearch,
  done: CircleCheck,
  failed: CircleAlert,
  refused: CircleAlert,
};

/** The files on their way, each with its progress and with what the server found in it. */
export function FileList({ files: sending }: { files: LessonFiles }) {
  const { files } = sending;
  if (files.length === 0) return null;
  const ended = files.filter(({ step }) => step === 'done' || step === 'refused').length;
  return (
    <section aria-labelledby="envios" className="mb-8 border border-border bg-card p-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h3 id="envios" className="type-title-3">
          Envios{' '}
          <span className="text-muted-foreground tabular-nums">
            ({ended} de {files.length})
          </span>
        </h3>
        {ended > 0 && (
          <Button variant="ghost" size="small" onClick={sending.clear}>
            Limpar os prontos
          </Button>
        )}
      </div>
      <p role="status" className="mt-1 type-meta">
        {ended < files.length
          ? 'Se você fechar a página, solte os mesmos arquivos de novo: cada um continua de onde parou.'
          : endText(files)}
      </p>
      <ul className="mt-4 divide-y divide-border border-t border-border">
        {files.map((file) => (
          <li key={file.id}>
            <FileRow file={file} sending={sending} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** `5 arquivos prontos, 1 recusado. …` */
function endText(files: readonly LessonFile[]): string {
  const refused = files.filter(({ step }) => step === 'refused').length;
  const ready = formatCount(files.length - refused, 'arquivo pronto', 'arquivos prontos');
  const counts = refused > 0 ? `${ready}, ${formatCount(refused, 'recusado', 'recusados')}` : ready;
  return `${counts}. As aulas ficam como rascunho até você publicar.`;
}

function FileRow({ file, sending }: { file: LessonFile; sending: LessonFiles }) {
  const { id, step, title, progress, controls, phase } = file;
  const media = file.media && mediaText(file.media, file.kind);
  const isBad = step === 'failed' || step === 'refused' || media?.isGood === false;
  const Icon = isBad ? CircleAlert : ICONS[step];
  const isOnItsWay = step === 'waiting' || step === 'sending';
  return (
    <div className="grid grid-cols-[1.25rem_minmax(0,1fr)_auto] items-start gap-x-3 py-3">
      <Icon
        aria-hidden="true"
        className={isBad ? 'mt-1 size-4.5 text-destructive' : 'mt-1 size-4.5 text-muted-foreground'}
        strokeWidth={1.6}
      />
      <div className="min-w-0">
        <p className="truncate type-ui">{title}</p>
        <p className="type-meta [overflow-wrap:anywhere]">{stepText(file)}</p>
        {media?.advice.map((advice) => (
          <p key={advice} className="mt-1 text-small leading-snug text-destructive">
            {advice}
          </p>
        ))}
        {step === 'sending' && (
          <div
            role="progressbar"
            aria-label={`Envio de ${title}`}
            aria-valuenow={Math.round(progress * 100)}
            aria-valuemin={0}
            aria-valuemax={100}
            className="mt-2 h-1.5 bg-muted"
          >
            <div
              className="h-full border-r-2 border-north bg-foreground transition-[width] duration-(--dur-2)"
              style={{ width: `${Math.round(progress * 100)}%` }}
            />
          </div>
        )}
      </div>
      <div className="-my-1.5 flex">
        {controls && (
          <IconAction
            hint={phase === 'paused' ? 'Continuar' : 'Pausar'}
            label={`${phase === 'paused' ? 'Continuar' : 'Pausar'} o envio de ${title}`}
            icon={phase === 'paused' ? Play : Pause}
            onClick={phase === 'paused' ? controls.resume : controls.pause}
          />
        )}
        {isOnItsWay && (
          <IconAction hint="Parar" label={`Parar o envio de ${title}`} icon={X} onClick={() => sending.stop(id)} />
        )}
        {step === 'failed' && (
          <IconAction
            hint="Tentar de novo"
            label={`Tentar de novo o envio de ${title}`}
            icon={RotateCcw}
            onClick={() => sending.retry(id)}
          />
        )}
      </div>
    </div>
  );
}

function stepText(file: LessonFile): string {
  const { step, phase, progress } = file;
  switch (step) {
    case 'waiting':
      return 'Na fila';
    case 'sending':
      if (phase === 'paused') return 'Pausado. O que já foi enviado está guardado.';
      if (phase === 'waiting') return 'Sem conexão. O envio continua sozinho assim que ela voltar.';
      return `Enviando: ${Math.round(progress * 100)}%`;
    case 'looking':
      return 'Recebido. Conferindo formato e duração...';
    case 'done':
      return file.media ? mediaText(file.media, file.kind).summary : 'Pronto.';
    default:
      return file.error ?? '';
  }
}
