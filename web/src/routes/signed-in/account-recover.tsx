import '@/styles/signed-in.css';
import { RecoverByLetter } from '@/features/accounts/email-link/request-form';

export default function AccountRecoverRoute() {
  return <RecoverByLetter />;
}
