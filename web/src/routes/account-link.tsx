import '@/styles/signed-in.css';
import { LinkPage } from '@/features/auth/account-link-page';

export default function AccountLinkRoute() {
  return <LinkPage />;
}
