import '@/styles/signed-in.css';
import { RecoverByLetter } from '@/features/auth/account-letter-pages';

export default function AccountRecoverRoute() {
  return <RecoverByLetter />;
}
