import { paths } from '@/app/paths';
import { DoorLinks } from './account-door-links';
import { Door } from './door';
import { LoginForm } from './login-form';
import { OtherWays } from './other-ways';

/** The door of the admin area. */
export function AdminLogin() {
  return (
    <Door title="Admin Login" description="Administração do site." lede="Acesse a área administrativa do site">
      <LoginForm />
      <OtherWays next={paths.admin} />
      <DoorLinks links={[{ label: 'Esqueci minha senha', href: paths.accountRecover(paths.admin) }]} />
    </Door>
  );
}
