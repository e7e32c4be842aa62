/** Sources of this installation's courses: this site, the partner's platform, or none yet. */
import { queryOptions } from '@tanstack/react-query';

/** Number of published courses. */
export const ownCoursesQuery = queryOptions({
  queryKey: ['courses', 'count'],
  queryFn: async ({ signal }): Promise<number> => {
    const { rest } = await import('@/lib/backend');
    const all = rest.from('courses').select('id', { count: 'exact', head: true });
    const { count, error } = await all.eq('is_published', true).abortSignal(signal);
    if (error) throw error;
    return count ?? 0;
  },
});

export interface CourseSources {
  /** Number of published courses of this site. */
  own: number;
  /** Courses are sold on an external platform, too. */
  platform: boolean;
}

const HERE =
  'Os cursos ficam no ambiente de aprendizagem, dentro da área de membros. Os que o seu plano inclui abrem assim que o pagamento é confirmado.';
const PARTNER = 'O acesso vale para o mesmo e-mail do seu cadastro. Se ainda não apareceu, peça pelo WhatsApp.';

/** Returns the answer to the question about access to the courses. */
export function coursesAnswer({ own, platform }: CourseSources): string {
  if (own > 0) return platform ? `${HERE} Há também cursos em uma plataforma parceira. ${PARTNER}` : HERE;
  if (platform) return `Os cursos ficam em uma plataforma parceira. ${PARTNER}`;
  return 'Ainda não há cursos publicados. Quando houver, eles aparecem na área de membros.';
}
