import { paths } from '@/app/pages';
import { CourseAccess } from '@/features/admin/course-access/course-access';
import { AdminFrame } from '../admin-frame';

export default function Page() {
  return (
    <AdminFrame title="Acesso aos cursos" path={paths.adminCourseAccess}>
      <CourseAccess />
    </AdminFrame>
  );
}
