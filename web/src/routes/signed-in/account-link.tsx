import '@/styles/signed-in.css';
import { LinkPage } from '@/features/auth/letters/link-page';

export default function AccountLinkRoute() {
  return <LinkPage />;
}
