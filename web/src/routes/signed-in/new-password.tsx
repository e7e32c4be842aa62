import '@/styles/signed-in.css';
import { NewPassword } from '@/features/auth/new-password/new-password';

export default function NewPasswordRoute() {
  return <NewPassword />;
}
