import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ChevronDown } from 'lucide-react';
import { type ReactNode, Suspense, useLayoutEffect, useRef, useState } from 'react';
import { Button } from '@/ui/button';
import { Progress } from '@/ui/progress';
import { latePart } from '@/ui/start/late-part';
import { Programme } from './programme';
import { type CourseState, courseQuery, courseStateQuery, lessonQuery, type WholeCourse } from './queries';

interface LessonsProps {
  course: WholeCourse;
  state: CourseState;
  /** The open lesson. */
  current: string;
}

/** The lessons of the open one's course as a column beside the page, the open one in view. */
export function LessonsColumn({ lesson }: { lesson: string }) {
  // Asked for by the page; the list stays while another lesson of it loads.
  const { data: opened } = useQuery({ ...lessonQuery(lesson), enabled: false, placeholderData: keepPreviousData });
  const id = opened?.course_id ?? '';
  const { data: course } = useQuery({ ...courseQuery(id), enabled: false });
  const { data: state } = useQuery({ ...courseStateQuery(id), enabled: false });
  const isShown = Boolean(course && state);
  const column = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another lesson is another place in the list
  useLayoutEffect(() => {
    const row = column.current?.querySelector<HTMLElement>('[aria-current]');
    if (!column.current || !row) return;
    const { top, height } = row.getBoundingClientRect();
    // Scrolls only the column, not the page.
    column.current.scrollTop +=
      top - column.current.getBoundingClientRect().top - (column.current.clientHeight - height) / 2;
  }, [lesson, isShown]);
  return (
    <aside aria-label="Aulas do curso" className="w-64 border-r border-border max-lg:hidden print:hidden">
      <div ref={column} className="sticky top-0 flex h-dvh flex-col overflow-y-auto px-4 pb-4">
        {course && state && (
          <>
            <h2 className="flex h-16 shrink-0 items-center font-label type-ui">Aulas do curso</h2>
            <Progress value={state.progress} className="mb-6" />
            <Programme modules={course.course_modules} state={state} current={lesson} compact />
          </>
        )}
      </div>
    </aside>
  );
}

const ProgrammeSheet = latePart(() => import('./programme-sheet'));

/** Opens the lessons as a sheet, where there is no room beside the lesson. */
export function LessonsButton({ course, state, current, children }: LessonsProps & { children: ReactNode }) {
  const [open, setOpen] = useState(false);
  const [used, setUsed] = useState(false);
  return (
    <div className="mt-1 mb-3 lg:hidden print:hidden">
      <Button
        variant="line"
        size="small"
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => {
          setUsed(true);
          setOpen(true);
        }}
      >
        {children}
        <ChevronDown aria-hidden="true" className="size-4" strokeWidth={1.6} />
      </Button>
      {used && (
        <Suspense>
          <ProgrammeSheet
            modules={course.course_modules}
            state={state}
            current={current}
            open={open}
            onOpenChange={setOpen}
          />
        </Suspense>
      )}
    </div>
  );
}
