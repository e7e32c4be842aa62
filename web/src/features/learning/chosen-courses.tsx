import { ArrowDown, ArrowUp, X } from 'lucide-react';
import { IconAction } from '@/ui/icon-action';
import type { Course } from './queries';

export interface ChosenCoursesProps {
  courses: readonly Course[];
  chosen: readonly string[];
  onChange: (chosen: readonly string[]) => void;
}

/** The courses of a plan, in the order of study. */
export function ChosenCourses({ courses, chosen, onChange }: ChosenCoursesProps) {
  const move = (index: number, by: number) => {
    const next = [...chosen];
    const [one] = next.splice(index, 1);
    if (one) next.splice(index + by, 0, one);
    onChange(next);
  };
  return (
    <ol className="divide-y divide-border border-y border-border empty:hidden">
      {chosen.map((id, index) => {
        const title = courses.find((course) => course.id === id)?.title ?? 'Curso retirado';
        return (
          <li key={id} className="flex items-center gap-1 py-1">
            <span className="mr-auto min-w-0 text-base [overflow-wrap:anywhere]">
              {index + 1}. {title}
            </span>
            <IconAction
              hint="Antes"
              label={`Estudar ${title} antes`}
              icon={ArrowUp}
              type="button"
              disabled={index === 0}
              onClick={() => move(index, -1)}
            />
            <IconAction
              hint="Depois"
              label={`Estudar ${title} depois`}
              icon={ArrowDown}
              type="button"
              disabled={index === chosen.length - 1}
              onClick={() => move(index, 1)}
            />
            <IconAction
              hint="Tirar"
              label={`Tirar ${title} do plano`}
              icon={X}
              type="button"
              onClick={() => onChange(chosen.filter((one) => one !== id))}
            />
          </li>
        );
      })}
    </ol>
  );
}
