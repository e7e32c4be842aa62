import '@/styles/signed-in.css';
import { LinkPage } from '@/features/accounts/email-link/link-page';

export default function AccountLinkRoute() {
  return <LinkPage />;
}
