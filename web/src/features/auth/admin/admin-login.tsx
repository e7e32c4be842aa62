import { paths } from '@/app/pages';
import { presentNext } from '../destination';
import { Door } from '../door/door';
import { DoorLinks } from '../door/door-links';
import { LoginForm } from '../sign-in/login-form';
import { OtherWays } from '../sign-in/other-ways';

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
