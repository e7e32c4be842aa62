import '@/styles/signed-in.css';
import { EnterByLetter } from '@/features/auth/letters/letter-pages';

export default function AccountEnterRoute() {
  return <EnterByLetter />;
}
