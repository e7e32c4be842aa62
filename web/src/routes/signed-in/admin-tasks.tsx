import { paths } from '@/app/pages';
import { Tasks } from '@/features/admin/operations/tasks/tasks';
import { AdminFrame } from '../admin-frame';

export default function Page() {
  return (
    <AdminFrame title="Tarefas" path={paths.adminTasks}>
      <Tasks />
    </AdminFrame>
  );
}
