import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ButtonLink } from '@/ui/link';
import { LoadFailed } from '@/ui/loaded';
import { Loading, Skeleton } from '@/ui/skeleton';
import { Empty } from '@/ui/start/empty';
import { begunCourses } from './catalogue';
import { CourseGrid, WideCourse } from './course-card';
import { DiagnosisPage } from './diagnosis-page';
import { InvitePage } from './invite-page';
import { LearningSettingsPage } from './learning-settings';
import { learningPaths, type Place } from './links';
import { NotesPage } from './notes-page';
import { ProgrammesPage } from './programmes-page';
import { begunQuery, coursesQuery, favoritesQuery } from './queries';
import { RankingPage } from './ranking-page';
import { StudyDashboard } from './study-dashboard';
import { StudyPlanPage } from './study-plan';

const PAGES: Record<Place, (props: { userId: string }) => ReactNode> = {
  continuar: ContinuePage,
  favoritos: FavoritesPage,
  ranking: RankingPage,
  planos: StudyPlanPage,
  diagnostico: DiagnosisPage,
  painel: StudyDashboard,
  anotacoes: NotesPage,
  programas: ProgrammesPage,
  configuracoes: LearningSettingsPage,
  convidar: InvitePage,
};

/** A page of the member's own space. */
export function PlacePage({ place, userId }: { place: string; userId: string }) {
  const Page = Object.entries(PAGES).find(([name]) => name === place)?.[1];
  return Page ? <Page userId={userId} /> : <NoPlace />;
}

function NoPlace() {
  return (
    <Empty isPage title="Esta página não existe.">
      <ButtonLink href={learningPaths.catalogue()} variant="line" size="small">
        Ir para o ambiente de aprendizagem
      </ButtonLink>
    </Empty>
  );
}

export function TilesSkeleton({ label }: { label: string }) {
  return (
    <Loading label={label}>
      <div className="mt-8 grid gap-(--gutter) sm:grid-cols-2 xl:grid-cols-3">
        {[1, 2, 3].map((tile) => (
          <Skeleton key={tile} className="h-72 w-full" />
        ))}
      </div>
    </Loading>
  );
}

/** Courses begun, the last one first, and those that are finished. */
function ContinuePage() {
  const courses = useQuery(coursesQuery());
  const begun = useQuery(begunQuery());
  const heading = <h1 className="type-display-3">Continuar estudando</h1>;
  if (!courses.data || !begun.data) {
    const failed = courses.isError ? courses : begun;
    return (
      <>
        {heading}
        {failed.isError ? (
          <LoadFailed title="Não foi possível carregar os seus cursos." query={failed} />
        ) : (
          <TilesSkeleton label="Carregando os seus cursos" />
        )}
      </>
    );
  }
  const byCourse = new Map(begun.data.map((one) => [one.course_id, one]));
  const studied = begunCourses(courses.data, begun.data);
  const finished = courses.data.filter(({ id }) => byCourse.get(id)?.completed_at);
  return (
    <>
      {heading}
      {studied.length === 0 && (
        <Empty
          title="Nenhum curso em andamento."
          description="Escolha um curso e comece pela primeira aula."
          className="mt-8"
        >
          <ButtonLink href={learningPaths.catalogue({ category: 'todos' })} variant="line" size="small">
            Ver todos os cursos
          </ButtonLink>
        </Empty>
      )}
      {studied.length > 0 && <h2 className="sr-only">Em andamento</h2>}
      <ul className="mt-8 grid gap-(--gutter) xl:grid-cols-2">
        {studied.map((course) => (
          <li key={course.id}>
            <WideCourse course={course} begun={byCourse.get(course.id)} />
          </li>
        ))}
      </ul>
      {finished.length > 0 && (
        <section aria-labelledby="finished" className="mt-12 border-t border-border-strong pt-4">
          <h2 id="finished" className="mb-5 type-title-1">
            Concluídos
          </h2>
          <CourseGrid courses={finished} begun={byCourse} compact />
        </section>
      )}
    </>
  );
}

function FavoritesPage() {
  const courses = useQuery(coursesQuery());
  const begun = useQuery(begunQuery());
  const favorites = useQuery(favoritesQuery());
  const byCourse = new Map(begun.data?.map((one) => [one.course_id, one]));
  const kept = courses.data?.filter(({ id }) => favorites.data?.has(id)) ?? [];
  return (
    <>
      <h1 className="type-display-3">Favoritos</h1>
      {!courses.data || !favorites.data ? (
        courses.isError || favorites.isError ? (
          <LoadFailed title="Não foi possível carregar os favoritos." query={courses.isError ? courses : favorites} />
        ) : (
          <TilesSkeleton label="Carregando os favoritos" />
        )
      ) : kept.length === 0 ? (
        <Empty
          title="Nenhum favorito ainda."
          description="Na página de um curso, use o botão Favoritar: o curso fica salvo aqui."
          className="mt-8"
        >
          <ButtonLink href={learningPaths.catalogue({ category: 'todos' })} variant="line" size="small">
            Ver todos os cursos
          </ButtonLink>
        </Empty>
      ) : (
        <div className="mt-8">
          <h2 className="sr-only">Cursos favoritos</h2>
          <CourseGrid courses={kept} begun={byCourse} compact />
        </div>
      )}
    </>
  );
}
