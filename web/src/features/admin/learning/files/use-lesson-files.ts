import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { fold } from '@/lib/search-text';
import { toast } from '@/ui/toast';
import { uploadFile } from '@/widgets/uploads/upload';
import { type UploadControls, type UploadPhase, UploadStopped } from '@/widgets/uploads/upload-parts';
import { reasonOf } from '@/widgets/uploads/use-upload';
import { addLessons, changeLesson, describeFile } from '../actions';
import { courseKeys, MEMBERS_LEARNING, type Media, type OutlineModule } from '../queries';
import { inNaturalOrder, kindOf, MAX_FILE_BYTES, MAX_FILES, titleOf } from './names';

export type FileStep = 'waiting' | 'sending' | 'looking' | 'done' | 'failed' | 'refused';

/** A file on its way to a lesson. */
export interface LessonFile {
  /** The id of its lesson. */
  id: string;
  file: File;
  title: string;
  kind: 'video' | 'audio' | 'pdf';
  step: FileStep;
  progress: number;
  phase: UploadPhase;
  controls?: UploadControls | undefined;
  error?: string | undefined;
  media?: Media | undefined;
}

export interface LessonFiles {
  files: readonly LessonFile[];
  /** Makes a draft of each file at the end of the module, and sends the files. */
  add: (files: readonly File[], module: OutlineModule) => void;
  retry: (id: string) => void;
  stop: (id: string) => void;
  /** Removes what is done from the list. */
  clear: () => void;
}

const WRONG_KIND = 'Aulas aceitam vídeo MP4, áudio e PDF. Converta o arquivo e solte-o de novo.';
const TOO_LARGE = 'O arquivo tem mais de 2 GB. Exporte-o com menos dados por segundo e solte-o de novo.';
const EMPTY = 'O arquivo está vazio. Exporte-o outra vez e solte-o de novo.';

/**
 * Files of a course, sent one after the other. Leaving the page keeps what was sent: the same files, dropped again, go
 * on where they were, into the same drafts.
 */
export function useLessonFiles(course: string): LessonFiles {
  const queryClient = useQueryClient();
  const [files, setFiles] = useState<readonly LessonFile[]>([]);
  const queue = useRef<LessonFile[]>([]);
  const running = useRef<{ id: string; abort: AbortController }>(undefined);
  useEffect(() => () => running.current?.abort.abort(), []);

  const change = (id: string, news: Partial<LessonFile>) =>
    setFiles((shown) => shown.map((one) => (one.id === id ? { ...one, ...news } : one)));
  const refresh = () =>
    Promise.all([courseKeys.all, MEMBERS_LEARNING].map((queryKey) => queryClient.invalidateQueries({ queryKey })));

  const sendOne = async ({ id, file, kind }: LessonFile, signal: AbortSignal) => {
    change(id, { step: 'sending', error: undefined });
    const url = await uploadFile({
      bucket: 'courses',
      folder: `${kind}/${course}`,
      file,
      signal,
      onProgress: (progress) => change(id, { progress }),
      onPhase: (phase) => change(id, { phase }),
      onControls: (controls) => change(id, { controls }),
    });
    signal.throwIfAborted();
    change(id, { step: 'looking', controls: undefined });
    await changeLesson(id, { file_url: url });
    change(id, { step: 'done', media: await describeFile(id) });
  };
  const run = async () => {
    if (running.current) return;
    for (let next = queue.current.shift(); next; next = queue.current.shift()) {
      const abort = new AbortController();
      running.current = { id: next.id, abort };
      try {
        await sendOne(next, abort.signal);
      } catch (error) {
        if (abort.signal.aborted && !(abort.signal.reason instanceof UploadStopped)) return;
        const isStopped = error instanceof UploadStopped;
        if (!isStopped) console.error('the file of a lesson could not be sent', error);
        const reason = isStopped ? 'Envio parado. O rascunho da aula continua no módulo.' : reasonOf(error);
        change(next.id, { step: 'failed', controls: undefined, error: reason });
      }
      running.current = undefined;
      await refresh();
    }
  };

  const add = async (given: readonly File[], module: OutlineModule) => {
    if (given.length > MAX_FILES) {
      toast({
        title: `Solte até ${MAX_FILES} arquivos de cada vez`,
        description: `Os primeiros ${MAX_FILES} foram aceitos.`,
      });
    }
    const taken = inNaturalOrder(given.slice(0, MAX_FILES)).map((file) => itemOf(file, module));
    const accepted = taken.filter(({ step }) => step === 'waiting');
    const known = new Set(module.lessons.map(({ id }) => id));
    const drafts = accepted.filter(({ id }) => !known.has(id));
    setFiles((shown) => [...shown.filter(({ id }) => !taken.some((one) => one.id === id)), ...taken]);
    try {
      await addLessons(course, module.id, drafts);
      await refresh();
      queue.current.push(...accepted);
      await run();
    } catch (error) {
      console.error('drafts of lessons could not be made', error);
      for (const { id } of accepted) change(id, { step: 'failed', error: reasonOf(error) });
    }
  };
  const retry = (id: string) => {
    const again = files.find((one) => one.id === id);
    if (!again) return;
    change(id, { step: 'waiting', progress: 0 });
    queue.current.push(again);
    void run();
  };
  const stop = (id: string) => {
    if (running.current?.id === id) return running.current.abort.abort(new UploadStopped());
    queue.current = queue.current.filter((one) => one.id !== id);
    change(id, { step: 'failed', error: 'Envio parado. O rascunho da aula continua no módulo.' });
  };
  return {
    files,
    add: (given, module) => void add(given, module),
    retry,
    stop,
    clear: () => setFiles((shown) => shown.filter(({ step }) => step !== 'done' && step !== 'refused')),
  };
}

/** A draft of the module with the same title and no file yet is the lesson of the file. */
function itemOf(file: File, module: OutlineModule): LessonFile {
  const kind = kindOf(file);
  const title = titleOf(file.name);
  const refusal = refusalOf(file);
  const draft = module.lessons.find(
    (lesson) => !lesson.has_file && !lesson.is_published && lesson.kind === kind && fold(lesson.title) === fold(title),
  );
  return {
    id: draft?.id ?? crypto.randomUUID(),
    file,
    title,
    kind: kind ?? 'video',
    step: refusal ? 'refused' : 'waiting',
    progress: 0,
    phase: 'sending',
    error: refusal,
  };
}

/** Reason why a file is not sent at all. */
function refusalOf(file: File): string | undefined {
  if (!kindOf(file)) return WRONG_KIND;
  if (file.size === 0) return EMPTY;
  return file.size > MAX_FILE_BYTES ? TOO_LARGE : undefined;
}
