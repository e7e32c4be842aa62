import { Door } from './door';
import { LoginForm } from './login-form';

/** The door of the admin area. */
export function AdminLogin() {
  return (
    <Door title="Admin Login" description="Administração do site." lede="Acesse a área administrativa do site">
      <LoginForm />
    </Door>
  );
}
