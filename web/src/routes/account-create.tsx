import '@/styles/signed-in.css';
import { SignUp } from '@/features/auth/account-sign-up';

export default function AccountCreateRoute() {
  return <SignUp />;
}
