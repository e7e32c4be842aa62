import { useQuery } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { saveFile } from '@/lib/save-file';
import { Button } from '@/ui/button';
import { Link } from '@/ui/link';
import { LoadFailed } from '@/ui/loaded';
import { clock } from '@/ui/player/controls/position';
import { Textarea } from '@/ui/textarea';
import { useAction } from '@/widgets/use-action';
import { learningPaths } from './links';
import { type NewNote, useNewNote } from './new-note';
import { MAX_NOTE_LENGTH, NoteItem } from './note-item';
import { type Lesson, type Note, notesQuery } from './queries';

export interface NotesProps {
  lesson: Lesson;
  userId: string;
  /** Returns the position of the recording, in seconds. */
  positionOf: () => number;
}

/** The member's own notes to a lesson; those of a recording lead back to their place. */
export function Notes({ lesson, userId, positionOf }: NotesProps) {
  const notes = useQuery(notesQuery(lesson.id));
  const isRecording = lesson.kind === 'video' || lesson.kind === 'audio';
  const draft = useNewNote(userId, lesson.id, () => (isRecording ? Math.floor(positionOf()) : null));
  const finishing = useAction({ run: draft.finish, failure: 'Não foi possível salvar a anotação.' });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (draft.content.trim() && !finishing.isPending) finishing.mutate();
  };
  // The one being written stands in its field.
  const finished = notes.data?.filter(({ id }) => id !== draft.id);
  return (
    <section aria-labelledby="notes" className="mt-12 border-t border-border-strong pt-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="notes" className="type-title-1">
          Minhas anotações
        </h2>
        {notes.data && notes.data.length > 0 && (
          <Button
            variant="ghost"
            size="small"
            onClick={() =>
              saveFile(new Blob([markdownOf(lesson, notes.data)], { type: 'text/markdown' }), 'anotacoes.md')
            }
          >
            Baixar em Markdown
          </Button>
        )}
      </div>
      <p className="mt-1 type-meta">
        Só você as vê. Elas ficam, mesmo que a assinatura termine.{' '}
        <Link href={learningPaths.place('anotacoes')} className="underline underline-offset-4">
          Ver todas as anotações
        </Link>
      </p>
      {notes.isError && <LoadFailed title="Não foi possível carregar as anotações." query={notes} />}
      <ul className="mt-4 divide-y divide-border">
        {finished?.map((note) => (
          <NoteItem
            key={note.id}
            note={note}
            lesson={lesson.id}
            place={note.at_seconds !== null && <JumpButton seconds={note.at_seconds} />}
          />
        ))}
      </ul>
      <form onSubmit={submit} className="mt-4 grid gap-3">
        <Textarea
          aria-label="Nova anotação"
          placeholder="O que você quer lembrar desta aula?"
          value={draft.content}
          rows={3}
          maxLength={MAX_NOTE_LENGTH}
          onChange={(event) => draft.change(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit(event);
          }}
        />
        <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
          <Button type="submit" variant="line" size="small" busy={finishing.isPending} busyLabel="Salvando...">
            Salvar anotação
          </Button>
          <p role="status" className="type-meta">
            {draftState(draft)}
          </p>
        </div>
      </form>
    </section>
  );
}

function draftState({ content, isStored, isSaving, hasFailed }: NewNote): string {
  if (!content.trim()) return '';
  if (isStored) return 'Rascunho salvo';
  if (hasFailed) return 'Sem conexão com o site. O texto está salvo neste navegador.';
  return isSaving ? 'Salvando...' : '';
}

/** Brings the recording of the page to a place. */
function JumpButton({ seconds }: { seconds: number }) {
  const jump = () => {
    const media = document.querySelector<HTMLMediaElement>('main video, main audio');
    if (!media) return;
    media.currentTime = seconds;
    media.scrollIntoView({ block: 'center' });
    media.focus();
  };
  return (
    <button
      type="button"
      onClick={jump}
      className="min-h-11 text-small font-label underline decoration-north underline-offset-4 tabular-nums lg:min-h-0"
    >
      {clock(seconds)}
      <span className="sr-only">: ir para este ponto</span>
    </button>
  );
}

const markdownOf = (lesson: Lesson, notes: readonly Note[]) =>
  [
    `# ${lesson.title}`,
    ...notes.map(({ at_seconds: at, content }) => (at === null ? content : `**${clock(at)}** ${content}`)),
  ].join('\n\n');
