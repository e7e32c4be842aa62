import '@/styles/signed-in.css';
import { EnterByLetter } from '@/features/accounts/email-link/request-form';

export default function AccountEnterRoute() {
  return <EnterByLetter />;
}
