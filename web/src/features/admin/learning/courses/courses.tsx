import { Plus } from 'lucide-react';
import { useState } from 'react';
import { paths } from '@/app/pages';
import { CATEGORIES } from '@/entities/course/course';
import { EarlyBadge } from '@/entities/early-badge';
import type { Page } from '@/lib/backend';
import { formatCount, formatDate, formatNumber } from '@/lib/format';
import { Button } from '@/ui/button';
import { Link, TextLink } from '@/ui/link';
import { DataListPage, useDataList } from '@/widgets/data-list';
import { type Column, DataTable } from '@/widgets/data-table';
import type { Filters } from '@/widgets/filters';
import { editorPaths } from '../links';
import { AllMissingCaptions } from '../outline/missing-captions';
import { type CourseFilters, type CourseRow, courseListQuery } from '../queries';
import { NewCourse } from './new-course';
import { CourseProposals } from './proposals';
import { CourseState } from './state-mark';

const FILTERS: Filters<CourseFilters, Page<CourseRow>> = {
  search: { key: 'busca', type: 'search', label: 'Buscar', note: 'por título ou instrutor' },
  state: {
    key: 'situacao',
    label: 'Situação',
    all: 'Qualquer situação',
    options: { publicado: 'Publicados', rascunho: 'Rascunhos' },
  },
};

const rating = ({ rating: mean, reviews_count: reviews }: CourseRow) =>
  reviews > 0 ? `${formatNumber(mean, 1)} (${formatNumber(reviews)})` : '—';

const categories = ({ categories: ids, level }: CourseRow) => {
  const labels = CATEGORIES.filter(({ id }) => ids.includes(id)).map(({ label }) => label);
  return [level, ...labels].join(' · ');
};

const COLUMNS: readonly Column<CourseRow>[] = [
  {
    head: 'Curso',
    inBlock: true,
    cell: (course) => (
      <>
        <Link
          href={editorPaths.course(course.id)}
          className="font-label [overflow-wrap:anywhere] after:absolute after:inset-0 hover:text-north"
        >
          {course.title}
        </Link>
        <span className="block type-meta">{categories(course)}</span>
        <span className="block type-meta tabular-nums lg:hidden">
          {[
            formatCount(course.lessons, 'aula', 'aulas'),
            formatCount(course.students_count, 'aluno', 'alunos'),
            course.reviews_count > 0 && `nota ${formatNumber(course.rating, 1)}`,
          ]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </>
    ),
  },
  {
    head: 'Situação',
    headClass: 'w-36',
    inBlock: true,
    cell: (course) => (
      <div className="flex flex-wrap gap-1.5">
        <CourseState isPublished={course.is_published} />
        <EarlyBadge until={course.visible_from} />
      </div>
    ),
  },
  { head: 'Aulas', headClass: 'w-24', cell: ({ lessons }) => formatNumber(lessons) },
  { head: 'Alunos', headClass: 'w-24', cell: ({ students_count: students }) => formatNumber(students) },
  { head: 'Nota', headClass: 'w-28', cell: rating },
  {
    head: 'Mudou em',
    headClass: 'w-32',
    cell: ({ updated_at: at }) => <time dateTime={at}>{formatDate(at)}</time>,
  },
];

export function Courses() {
  const list = useDataList(paths.adminCourses, FILTERS, courseListQuery);
  const [creating, setCreating] = useState(false);
  const create = (
    <Button size="small" onClick={() => setCreating(true)}>
      <Plus aria-hidden="true" className="size-4" strokeWidth={1.8} />
      Novo curso
    </Button>
  );
  return (
    <>
      <DataListPage
        list={list}
        title="Cursos"
        explanation="Os cursos do ambiente de aprendizagem, na ordem do catálogo. Abra um curso para montar módulos e aulas."
        action={
          <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
            <TextLink href={editorPaths.programmes} className="inline-flex min-h-11 items-center">
              Programas
            </TextLink>
            <CourseProposals />
            {create}
          </div>
        }
        filtersClass="sm:grid-cols-[minmax(0,1fr)_15rem]"
        loading="Carregando os cursos"
        failed="Não foi possível carregar os cursos."
        rowsOf={({ rows }) => rows}
        empty={{
          title: 'Nenhum curso encontrado',
          description: 'Nenhum curso corresponde a esta busca e a este filtro.',
        }}
        showAll="Ver todos os cursos"
        emptyYet={{
          title: 'Ainda não há cursos',
          description: 'Crie o primeiro e monte as aulas com calma: ele começa como rascunho.',
        }}
      >
        {(courses) => (
          <>
            <AllMissingCaptions />
            <DataTable columns={COLUMNS} rows={courses} />
          </>
        )}
      </DataListPage>
      <NewCourse open={creating} onClose={() => setCreating(false)} />
    </>
  );
}
