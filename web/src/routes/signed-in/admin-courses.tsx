import { paths } from '@/app/pages';
import { signedInPaths } from '@/entities/signed-in-paths';
import { Courses } from '@/features/admin/learning/courses/courses';
import { Programmes } from '@/features/admin/learning/programmes/programmes';
import { useSearchParams } from '@/lib/router';
import { AdminFrame } from '../admin-frame';

export default function Page() {
  const [params] = useSearchParams();
  const isProgrammes = params.get('parte') === 'programas';
  return (
    <AdminFrame
      title={isProgrammes ? 'Programas' : 'Cursos'}
      path={isProgrammes ? signedInPaths.adminProgrammes : paths.adminCourses}
    >
      {isProgrammes ? <Programmes /> : <Courses />}
    </AdminFrame>
  );
}
