import '@/styles/signed-in.css';
import { CodePage } from '@/features/auth/account-code-page';

export default function AccountCodeRoute() {
  return <CodePage />;
}
