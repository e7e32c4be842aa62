import { useQuery } from '@tanstack/react-query';
import { FileDown } from 'lucide-react';
import { useDeferredValue, useMemo, useState } from 'react';
import { formatCount } from '@/lib/format';
import { saveFile } from '@/lib/save-file';
import { searchWords } from '@/lib/search-text';
import { Button } from '@/ui/button';
import { Input } from '@/ui/input';
import { ButtonLink, Link } from '@/ui/link';
import { Loaded } from '@/ui/loaded';
import { clock } from '@/ui/player/controls/position';
import { Empty } from '@/ui/start/empty';
import { Highlight } from '@/widgets/highlight';
import { allNotesQuery, type NotedLesson, notedLessons, notesAsMarkdown, type PlacedNote } from './all-notes';
import { learningPaths } from './links';

/** The notes to all lessons, with a search and a file. */
export function NotesPage() {
  const notes = useQuery(allNotesQuery());
  return (
    <div className="max-w-3xl">
      <h1 className="type-display-3">Anotações</h1>
      <p className="mt-2 type-meta">Só você as vê. Elas ficam, mesmo que a assinatura termine.</p>
      <Loaded
        query={notes}
        failed="Não foi possível carregar as anotações."
        loading="Carregando as anotações"
        skeleton={['mt-8 h-11 w-full', 'mt-8 h-24 w-full', 'mt-4 h-24 w-full']}
      >
        {(known) => (known.length > 0 ? <Notes notes={known} /> : <NoNotes />)}
      </Loaded>
    </div>
  );
}

function NoNotes() {
  return (
    <Empty
      title="Nenhuma anotação ainda."
      description="Escreva na página de uma aula o que você quer lembrar dela."
      className="mt-8"
    >
      <ButtonLink href={learningPaths.place('continuar')} variant="line" size="small">
        Continuar estudando
      </ButtonLink>
    </Empty>
  );
}

function Notes({ notes }: { notes: readonly PlacedNote[] }) {
  const [search, setSearch] = useState('');
  const wanted = useDeferredValue(search);
  const words = useMemo(() => searchWords(wanted), [wanted]);
  const lessons = useMemo(() => notedLessons(notes, words), [notes, words]);
  const count = lessons.reduce((sum, lesson) => sum + lesson.notes.length, 0);
  return (
    <>
      <div className="mt-6 flex flex-wrap items-center gap-3">
        <Input
          type="search"
          aria-label="Buscar nas anotações"
          placeholder="Buscar nas anotações"
          value={search}
          maxLength={120}
          onChange={(event) => setSearch(event.target.value)}
          className="min-w-0 flex-1 basis-64"
        />
        <Button
          variant="line"
          size="small"
          className="max-sm:w-full sm:min-h-12"
          disabled={count === 0}
          onClick={() => saveFile(new Blob([notesAsMarkdown(lessons)], { type: 'text/markdown' }), 'anotacoes.md')}
        >
          <FileDown aria-hidden="true" className="size-4.5" strokeWidth={1.6} />
          Baixar em Markdown
        </Button>
      </div>
      <p role="status" className="mt-3 type-meta">
        {count > 0
          ? formatCount(count, 'anotação', 'anotações')
          : 'Nada encontrado nas anotações. Tente outra palavra.'}
      </p>
      {lessons.map((lesson) => (
        <LessonNotes key={lesson.id ?? ''} lesson={lesson} words={words} />
      ))}
    </>
  );
}

function LessonNotes({ lesson, words }: { lesson: NotedLesson; words: readonly string[] }) {
  const address = lesson.id === null ? undefined : learningPaths.lesson(lesson.id);
  const title = <Highlight text={lesson.title} words={words} />;
  return (
    <section aria-labelledby={`notes-${lesson.id}`} className="mt-8 border-t border-border-strong pt-4">
      {lesson.course && (
        <p className="type-meta">
          <Highlight text={lesson.course} words={words} />
        </p>
      )}
      <h2 id={`notes-${lesson.id}`} className="type-title-2">
        {address ? (
          <Link href={address} className="hover:text-north">
            {title}
          </Link>
        ) : (
          title
        )}
      </h2>
      <ul className="mt-2 divide-y divide-border">
        {lesson.notes.map(({ id, at_seconds: at, content }) => (
          <li
            key={id}
            className="grid grid-cols-[3.25rem_minmax(0,1fr)] gap-x-3 py-3 sm:grid-cols-[4rem_minmax(0,1fr)]"
          >
            {at !== null && address && (
              <Link
                href={`${address}?t=${at}`}
                className="relative inline-flex min-h-6 items-center self-start after:absolute after:-inset-x-1 after:-inset-y-2.5 text-small font-label underline decoration-north underline-offset-4 tabular-nums"
              >
                {clock(at)}
                <span className="sr-only">: ir para este ponto da aula</span>
              </Link>
            )}
            <p className="text-base leading-normal whitespace-pre-wrap wrap-anywhere col-start-2">
              <Highlight text={content} words={words} />
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
