import { queryOptions, useQuery } from '@tanstack/react-query';
import { paths } from '@/app/pages';
import { ask, type Selected } from '@/lib/backend';
import { formatDate } from '@/lib/format';
import { fillPath } from '@/lib/route-match';
import { TextLink } from '@/ui/link';
import { Loaded } from '@/ui/loaded';
import { Line, Part } from '@/ui/panel-part';

const ENROLMENT = 'course_id,joined_at,completed_at,last_at';

type Enrolment = Selected<'course_members', typeof ENROLMENT> & {
  courses: Selected<'courses', 'title'> | null;
};

const SHOWN = 5;

function enrolmentsQuery(userId: string) {
  return queryOptions({
    queryKey: ['person-courses', userId],
    staleTime: 0,
    queryFn: ({ signal }) =>
      ask((client) =>
        client
          .from('course_members')
          .select(`${ENROLMENT},courses(title)`)
          .eq('user_id', userId)
          .order('last_at', { ascending: false })
          .order('course_id')
          .limit(SHOWN)
          .abortSignal(signal)
          .overrideTypes<Enrolment[], { merge: false }>(),
      ),
  });
}

/** The courses that a person studies, on the card of the person. */
export function PersonCourses({ id }: { id: string }) {
  const query = useQuery(enrolmentsQuery(id));
  return (
    <Part title="Cursos" about={`Os ${SHOWN} em que estudou por último.`}>
      <Loaded
        query={query}
        failed="Não foi possível carregar os cursos."
        loading="Carregando os cursos"
        skeleton={['h-20 w-full']}
      >
        {(enrolments) =>
          enrolments.length === 0 ? (
            <p className="text-foreground-2">Nenhum curso começado.</p>
          ) : (
            enrolments.map(({ course_id: course, courses, joined_at: joined, completed_at: done, last_at: last }) => (
              <Line
                key={course}
                title={
                  <TextLink href={fillPath(paths.adminCourse, { id: course })}>
                    {courses?.title ?? 'Curso removido'}
                  </TextLink>
                }
                detail={[
                  `Desde ${formatDate(joined)}`,
                  done ? `concluído em ${formatDate(done)}` : `última vez em ${formatDate(last)}`,
                ].join(' · ')}
              />
            ))
          )
        }
      </Loaded>
    </Part>
  );
}
