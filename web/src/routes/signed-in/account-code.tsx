import '@/styles/signed-in.css';
import { CodePage } from '@/features/accounts/email-link/code-page';

export default function AccountCodeRoute() {
  return <CodePage />;
}
