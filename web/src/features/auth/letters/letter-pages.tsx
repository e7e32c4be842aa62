/** The two screens that begin with a letter: signing in without a password, and setting a new one. */
import { paths } from '@/app/pages';
import { useThemedDocument } from '@/lib/theme';
import { presentNext } from '../destination';
import { Door } from '../door/door';
import { DoorLinks } from '../door/door-links';
import { RequestForm } from './request-form';

export function EnterByLetter() {
  useThemedDocument();
  return (
    <Door
      title="Entrar com link ou código"
      description="Sua conta neste site."
      lede="Envio um e-mail com um link e um código de seis dígitos. Um dos dois basta para entrar, sem senha."
    >
      <RequestForm purpose="signin" label="Enviar link e código" />
      <DoorLinks
        links={[
          { label: 'Entrar com senha', href: paths.membersWelcomeWith({ next: presentNext() }) },
          { label: 'Criar conta', href: paths.accountCreate(presentNext()) },
        ]}
      />
    </Door>
  );
}

export function RecoverByLetter() {
  useThemedDocument();
  return (
    <Door
      title="Esqueci minha senha"
      description="Sua conta neste site."
      lede="Envio um e-mail com um link e um código de seis dígitos para você escolher uma nova senha."
    >
      <RequestForm purpose="recovery" label="Enviar e-mail" />
      <DoorLinks
        links={[
          { label: 'Voltar para o login', href: paths.membersWelcomeWith({ next: presentNext() }) },
          { label: 'Entrar com link ou código', href: paths.accountEnter(presentNext()) },
        ]}
      />
    </Door>
  );
}
