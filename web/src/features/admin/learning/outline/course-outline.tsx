import { useQuery } from '@tanstack/react-query';
import { Loaded } from '@/ui/loaded';
import { Empty } from '@/ui/start/empty';
import { FileList } from '../files/file-list';
import type { LessonFiles } from '../files/use-lesson-files';
import { outlineQuery } from '../queries';
import { MissingCaptions } from './missing-captions';
import { OutlineView } from './outline-view';

/** The lessons of a course, and the files on their way to them. */
export function CourseOutline({ course, files }: { course: string; files: LessonFiles }) {
  const outline = useQuery(outlineQuery(course));
  return (
    <>
      <FileList files={files} />
      <Loaded
        query={outline}
        failed="Não foi possível carregar as aulas."
        loading="Carregando as aulas"
        skeleton={['h-14 w-full', 'mt-3 h-14 w-full', 'mt-3 h-14 w-full']}
      >
        {(loaded) =>
          loaded ? (
            <>
              <MissingCaptions course={course} outline={loaded} />
              <OutlineView course={course} outline={loaded} onFiles={files.add} />
            </>
          ) : (
            <Empty title="Este curso não existe mais." description="Ele pode ter sido excluído há pouco." />
          )
        }
      </Loaded>
    </>
  );
}
