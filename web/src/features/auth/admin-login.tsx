import { paths } from '@/app/paths';
import { DoorLinks } from './account-door-links';
import { presentNext } from './destination';
import { Door } from './door';
import { LoginForm } from './login-form';
import { OtherWays } from './other-ways';

/** The door of the admin area. */
export function AdminLogin() {
  const next = presentNext() ?? paths.admin;
  return (
    <Door title="Admin Login" description="Administração do site." lede="Acesse a área administrativa do site">
      <LoginForm />
      <OtherWays next={next} />
      <DoorLinks links={[{ label: 'Esqueci minha senha', href: paths.accountRecover(next) }]} />
    </Door>
  );
}
