import '@/styles/signed-in.css';
import { NewPassword } from '@/features/accounts/new-password/new-password';

export default function NewPasswordRoute() {
  return <NewPassword />;
}
