import { FileUp } from 'lucide-react';
import { type DragEvent, useId, useRef } from 'react';
import { Button } from '@/ui/button';
import { Field } from '@/ui/field';
import { Textarea } from '@/ui/textarea';
import { toast } from '@/ui/toast';
import { captionsText, checkCaptions, toWebVtt } from './captions';

/** The largest file of captions, in bytes. */
const MAX_FILE_BYTES = 1024 * 1024;

export interface CaptionsFieldProps {
  value: string;
  error: string | undefined;
  onChange: (captions: string) => void;
}

/** Captions, pasted, chosen or dropped; what is wrong with them is said by line. */
export function CaptionsField({ value, error, onChange }: CaptionsFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const listId = useId();
  const errors = value.trim() ? checkCaptions(value) : [];
  const take = async (file: File | undefined) => {
    if (!file) return;
    if (file.size > MAX_FILE_BYTES) {
      return toast({
        title: 'O arquivo de legendas é grande demais',
        description: 'Use até 1 MB.',
        tone: 'destructive',
      });
    }
    const text = captionsText(new Uint8Array(await file.arrayBuffer()));
    if (text === undefined || !text.includes('-->')) {
      return toast({
        title: 'Este arquivo não tem legendas',
        description: 'Escolha um arquivo .vtt ou .srt, com o tempo de cada fala. As legendas de antes continuam.',
        tone: 'destructive',
      });
    }
    onChange(toWebVtt(text));
  };
  const drop = {
    onDragOver: (event: DragEvent) => event.dataTransfer.types.includes('Files') && event.preventDefault(),
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      void take(event.dataTransfer.files[0]);
    },
  };
  return (
    <div {...drop} className="grid gap-3">
      <Field
        label="Legendas"
        optional
        hint="Cole o texto WebVTT, ou solte um arquivo .vtt ou .srt. A transcrição da aula vem daqui."
        error={errors.length > 0 ? undefined : error}
      >
        {(control) => (
          <Textarea
            {...control}
            aria-invalid={errors.length > 0 || undefined}
            aria-describedby={errors.length > 0 ? listId : control['aria-describedby']}
            value={value}
            rows={5}
            spellCheck={false}
            placeholder={'WEBVTT\n\n00:00:01.000 --> 00:00:04.000\nOlá. Nesta aula…'}
            onChange={(event) => onChange(event.target.value)}
            className="font-[ui-monospace,monospace] text-sm"
          />
        )}
      </Field>
      <ul id={listId} className="grid gap-1 text-small text-destructive empty:hidden">
        {errors.map(({ line, message }) => (
          <li key={`${line} ${message}`}>
            Linha {line}: {message}
          </li>
        ))}
      </ul>
      <Button variant="soft" size="small" className="justify-self-start" onClick={() => input.current?.click()}>
        <FileUp aria-hidden="true" className="size-4" strokeWidth={1.6} />
        Escolher arquivo de legendas
      </Button>
      <input
        ref={input}
        type="file"
        accept=".vtt,.srt,text/vtt"
        tabIndex={-1}
        aria-label="Arquivo de legendas"
        className="sr-only"
        onChange={(event) => {
          void take(event.target.files?.[0]);
          event.target.value = '';
        }}
      />
    </div>
  );
}
