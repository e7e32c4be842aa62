import '@/styles/signed-in.css';
import { RecoverByLetter } from '@/features/auth/letters/letter-pages';

export default function AccountRecoverRoute() {
  return <RecoverByLetter />;
}
