import '@/styles/signed-in.css';
import { SignInByEmail } from '@/features/accounts/email-link/request-form';

export default function AccountEnterRoute() {
  return <SignInByEmail />;
}
