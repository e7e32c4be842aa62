import '@/styles/signed-in.css';
import { paths } from '@/app/paths';
import { CourseAccess } from '@/features/admin/course-access/course-access';
import { PanelPage } from '@/features/admin/panel/panel-page';
import { AdminGate } from '@/features/auth/admin/admin-gate';
import { SignOutButton } from '@/features/auth/sign-out-button';
import { SessionProvider } from '@/lib/session';

export default function AdminCourseAccessRoute() {
  return (
    <SessionProvider>
      <AdminGate>
        <PanelPage title="Acesso aos cursos" path={paths.adminCourseAccess} account={<SignOutButton compact />}>
          <CourseAccess />
        </PanelPage>
      </AdminGate>
    </SessionProvider>
  );
}
