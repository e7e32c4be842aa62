import { paths } from '@/app/pages';
import { Messages } from '@/features/leads/contact/messages';
import { AdminFrame } from '../admin-frame';

export default function Page() {
  return (
    <AdminFrame title="Mensagens" path={paths.adminMessages}>
      <Messages />
    </AdminFrame>
  );
}
