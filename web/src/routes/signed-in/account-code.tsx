import '@/styles/signed-in.css';
import { CodePage } from '@/features/auth/letters/code-page';

export default function AccountCodeRoute() {
  return <CodePage />;
}
