import '@/styles/signed-in.css';
import { RecoverByEmail } from '@/features/accounts/email-link/request-form';

export default function AccountRecoverRoute() {
  return <RecoverByEmail />;
}
