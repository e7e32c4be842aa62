import { paths } from '@/app/pages';
import { Courses } from '@/features/admin/learning/courses/courses';
import { AdminFrame } from '../admin-frame';

export default function Page() {
  return (
    <AdminFrame title="Cursos" path={paths.adminCourses}>
      <Courses />
    </AdminFrame>
  );
}
