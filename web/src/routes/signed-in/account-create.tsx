import '@/styles/signed-in.css';
import { SignUp } from '@/features/accounts/sign-up/sign-up';

export default function AccountCreateRoute() {
  return <SignUp />;
}
