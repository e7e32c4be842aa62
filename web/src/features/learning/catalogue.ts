/** Courses that the catalogue shows, and their sections. */
import { fold } from '@/lib/search-text';
import { FIRST_CATEGORY } from './links';
import type { Begun, Course } from './queries';
import { CATEGORIES, learningText } from './text';

/** Courses of a section on the first page; the rest is behind its link. */
const MAX_IN_SECTION = 3;

export interface CatalogueSection {
  id: string;
  title: string;
  look: 'wide' | 'ranked' | 'grid';
  courses: readonly Course[];
  /** Number of courses, if not all are shown. */
  total: number;
}

/** Returns the courses whose title or description contains the search, ignoring case and accents. */
export function found(courses: readonly Course[], search: string): readonly Course[] {
  const wanted = fold(search.trim());
  if (!wanted) return courses;
  return courses.filter(({ title, description }) => fold(`${title} ${description ?? ''}`).includes(wanted));
}

export const inCategory = (courses: readonly Course[], category: string): readonly Course[] =>
  courses.filter(({ categories }) => categories.includes(category));

/** The courses being studied, the last one first; finished ones leave. */
export function begunCourses(courses: readonly Course[], begun: readonly Begun[]): readonly Course[] {
  return begun
    .filter(({ progress, completed_at: completed }) => progress > 0 && !completed)
    .flatMap(({ course_id: id }) => courses.find((course) => course.id === id) ?? []);
}

function titled(id: string): { title: string; look: CatalogueSection['look'] } {
  const known = CATEGORIES.find((category) => category.id === id);
  return { title: known?.title ?? learningText.allCourses, look: id === 'alta' ? 'ranked' : 'grid' };
}

/** The sections of the page: four of the first category, one of every other. Empty sections are left out. */
export function sectionsOf(
  all: readonly Course[],
  begun: readonly Begun[],
  category: string,
  search: string,
): readonly CatalogueSection[] {
  const courses = found(all, search);
  if (category !== FIRST_CATEGORY) {
    const { title, look } = titled(category);
    const isKnown = CATEGORIES.some(({ id }) => id === category);
    const shown = isKnown ? inCategory(courses, category) : courses;
    return shown.length ? [{ id: category, title, look, courses: shown, total: shown.length }] : [];
  }
  const studied = begunCourses(courses, begun);
  const sections: CatalogueSection[] = [
    { id: FIRST_CATEGORY, title: 'Continuar estudando', look: 'wide', courses: studied, total: studied.length },
  ];
  for (const { id } of CATEGORIES) {
    const within = inCategory(courses, id);
    const { title, look } = titled(id);
    const most = look === 'ranked' ? within.length : MAX_IN_SECTION;
    sections.push({ id, title, look, courses: within.slice(0, search ? undefined : most), total: within.length });
  }
  if (search) {
    // A course may belong to no category.
    const others = courses.filter(({ categories }) => !CATEGORIES.some(({ id }) => categories.includes(id)));
    sections.push({ id: 'outros', title: 'Outros cursos', look: 'grid', courses: others, total: others.length });
  }
  return sections.filter(({ courses: shown }) => shown.length > 0);
}
