import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { usePanelAccess } from '@/entities/panel-access';
import { useSettled } from '@/lib/use-settled';
import {
  contentsFound,
  coursesFound,
  courseTitlesQuery,
  type Hit,
  MIN_SEARCH_LENGTH,
  pagesFound,
  peopleFound,
} from './queries';

/** The lists are asked this long after the last key. */
const PAUSE_MS = 150;

export interface ResultGroup {
  label: string;
  hits: readonly Hit[];
}

export interface Search {
  groups: readonly ResultGroup[];
  /** True while an answer for the present text is awaited. */
  isLoading: boolean;
  isFailed: boolean;
}

/** Returns the hits of a text, by group. Groups without hits are left out. */
export function useFound(text: string): Search {
  const search = text.trim();
  const settled = useSettled(search, PAUSE_MS);
  const contents = useQuery({ ...contentsFound(settled), placeholderData: keepPreviousData });
  const access = usePanelAccess();
  const asksPeople = access.isAdmin && settled.length >= MIN_SEARCH_LENGTH;
  const people = useQuery({ ...peopleFound(settled), enabled: asksPeople, placeholderData: keepPreviousData });
  const courses = useQuery({ ...courseTitlesQuery, enabled: access.isAdmin });
  const isAsked = search !== '';
  const groups = [
    { label: 'Páginas', hits: pagesFound(search, access) },
    { label: 'Conteúdos', hits: (isAsked && contents.data) || [] },
    { label: 'Pessoas', hits: (isAsked && people.data) || [] },
    { label: 'Cursos', hits: coursesFound(courses.data ?? [], search) },
  ];
  return {
    groups: groups.filter(({ hits }) => hits.length > 0),
    isLoading: isAsked && (search !== settled || contents.isFetching || people.isFetching),
    isFailed: contents.isError || people.isError || courses.isError,
  };
}
