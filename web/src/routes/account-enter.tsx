import '@/styles/signed-in.css';
import { EnterByLetter } from '@/features/auth/account-letter-pages';

export default function AccountEnterRoute() {
  return <EnterByLetter />;
}
