import { ChevronDown } from 'lucide-react';
import { type ReactNode, Suspense, useLayoutEffect, useRef, useState } from 'react';
import { Button } from '@/ui/button';
import { latePart } from '@/ui/late-part';
import { Progress } from '@/ui/progress';
import { Programme } from './programme';
import type { CourseState, WholeCourse } from './queries';

interface LessonsProps {
  course: WholeCourse;
  state: CourseState;
  /** The open lesson. */
  current: string;
}

/** The lessons beside the open one, which is in view. */
export function LessonsColumn({ course, state, current }: LessonsProps) {
  const column = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another lesson is another place in the list
  useLayoutEffect(() => {
    const row = column.current?.querySelector<HTMLElement>('[aria-current]');
    if (!column.current || !row) return;
    const { top, height } = row.getBoundingClientRect();
    // Scrolls only the column, not the page.
    column.current.scrollTop +=
      top - column.current.getBoundingClientRect().top - (column.current.clientHeight - height) / 2;
  }, [current]);
  return (
    <aside
      ref={column}
      aria-label="Aulas do curso"
      className="max-xl:hidden xl:sticky xl:top-20 xl:max-h-[calc(100dvh-6rem)] xl:overflow-y-auto xl:pb-4 xl:pl-3"
    >
      <Progress value={state.progress} className="mb-6" />
      <Programme modules={course.course_modules} state={state} current={current} compact />
    </aside>
  );
}

const ProgrammeSheet = latePart(() => import('./programme-sheet'));

/** Opens the lessons as a sheet, where there is no room beside the lesson. */
export function LessonsButton({ course, state, current, children }: LessonsProps & { children: ReactNode }) {
  const [open, setOpen] = useState(false);
  const [used, setUsed] = useState(false);
  return (
    <div className="mt-1 mb-3 xl:hidden print:hidden">
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
