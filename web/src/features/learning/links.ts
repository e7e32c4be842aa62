/** The addresses of the learning environment. */
import { paths } from '@/app/pages';
import { withQuery } from '@/lib/query-string';
import { fillPath } from '@/lib/route-match';

/** The member's own pages, by their word in the address. */
export type Place =
  | 'continuar'
  | 'ranking'
  | 'favoritos'
  | 'planos'
  | 'diagnostico'
  | 'painel'
  | 'anotacoes'
  | 'programas'
  | 'configuracoes'
  | 'convidar';

export interface CatalogueFilters {
  category?: string | undefined;
  search?: string | undefined;
}

/** The category that opens first. */
export const FIRST_CATEGORY = 'continuar';

export const learningPaths = {
  catalogue: ({ category, search }: CatalogueFilters = {}) =>
    withQuery(paths.membersLearning, {
      categoria: category === FIRST_CATEGORY ? undefined : category,
      busca: search,
    }),
  place: (place: Place) => fillPath(paths.membersLearningPlace, { place }),
  course: (id: string) => fillPath(paths.membersCourse, { id }),
  lesson: (id: string) => fillPath(paths.membersLesson, { id }),
};
