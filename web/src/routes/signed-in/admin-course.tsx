import { paths } from '@/app/pages';
import type { PageProps } from '@/app/routes';
import { CoursePage } from '@/features/admin/learning/course-page';
import { AdminFrame } from '../admin-frame';

export default function Page({ params: { id = '' } }: PageProps) {
  return (
    <AdminFrame title="Curso" path={paths.adminCourses}>
      <CoursePage key={id} id={id} />
    </AdminFrame>
  );
}
