import '@/styles/signed-in.css';
import { SignUp } from '@/features/auth/sign-up/sign-up';

export default function AccountCreateRoute() {
  return <SignUp />;
}
