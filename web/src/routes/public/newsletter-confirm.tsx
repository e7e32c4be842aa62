import { paths } from '@/app/pages';
import type { PageProps } from '@/app/routes';
import { Head } from '@/entities/head';
import { confirmForm } from '@/features/newsletter/link-forms';
import { GoLink } from '@/ui/link';
import { LinkPage } from '@/widgets/public-form/link-page';

export default function NewsletterConfirmRoute({ params: { token = '' } }: PageProps) {
  return (
    <>
      <Head title="Confirmar a inscrição" description="Confirme aqui o seu endereço para receber a carta semanal." />
      <LinkPage
        form={confirmForm}
        token={token}
        eyebrow="A carta da semana"
        title="Confirme a sua inscrição"
        text="Falta só um clique para a carta começar a chegar no seu e-mail."
        button="Confirmar inscrição"
        busyLabel="Confirmando..."
        after={<GoLink href={paths.blog()}>Ler no blog</GoLink>}
      />
    </>
  );
}
