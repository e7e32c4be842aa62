import { Pencil, Trash2 } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { Button } from '@/ui/button';
import { IconAction } from '@/ui/icon-action';
import { Textarea } from '@/ui/textarea';
import { useAction } from '@/widgets/use-action';
import { changeNote, removeNote } from './actions';
import { learningKeys, type Note } from './queries';

/** The most characters of a note. */
export const MAX_NOTE_LENGTH = 10_000;

export interface NoteItemProps {
  note: Note;
  lesson: string;
  /** Leads to its place. */
  place: ReactNode;
}

/** A note, which can be changed: it is stored when the field is left. */
export function NoteItem({ note, lesson, place }: NoteItemProps) {
  const [text, setText] = useState<string>();
  const refreshes = [learningKeys.notes(lesson), learningKeys.allNotes];
  const saving = useAction({
    run: (content: string) => changeNote(note.id, content),
    refreshes,
    failure: 'Não foi possível salvar a anotação.',
    onDone: () => setText(undefined),
  });
  const removal = useAction({
    run: removeNote,
    refreshes,
    failure: 'Não foi possível apagar a anotação.',
  });
  const save = () => {
    const content = text?.trim();
    if (!content || content === note.content) setText(undefined);
    else if (!saving.isPending) saving.mutate(content);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) save();
    if (event.key === 'Escape') setText(undefined);
  };
  if (text !== undefined) {
    return (
      <li className="grid gap-2 py-3">
        <div>{place}</div>
        <Textarea
          aria-label="Anotação"
          autoFocus
          value={text}
          rows={3}
          maxLength={MAX_NOTE_LENGTH}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={onKeyDown}
          onBlur={save}
        />
        <Button variant="line" size="small" className="justify-self-start" busy={saving.isPending} onClick={save}>
          Salvar
        </Button>
      </li>
    );
  }
  return (
    <li className="flex items-start justify-between gap-4 py-3">
      <div className="min-w-0">
        {place}
        <p className="text-base leading-normal whitespace-pre-wrap wrap-anywhere">{note.content}</p>
      </div>
      <div className="flex shrink-0">
        <IconAction hint="Editar" label="Editar a anotação" icon={Pencil} onClick={() => setText(note.content)} />
        <IconAction hint="Apagar" label="Apagar a anotação" icon={Trash2} onClick={() => removal.mutate(note.id)} />
      </div>
    </li>
  );
}
