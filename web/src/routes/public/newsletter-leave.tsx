import { paths } from '@/app/pages';
import type { PageProps } from '@/app/routes';
import { Head } from '@/entities/head';
import { leaveForm } from '@/features/newsletter/link-forms';
import { SubscribeAgain } from '@/features/newsletter/subscribe-again';
import { GoLink } from '@/ui/link';
import { LinkPage } from '@/widgets/public-form/link-page';

export default function NewsletterLeaveRoute({ params: { token = '' } }: PageProps) {
  return (
    <>
      <Head title="Cancelar a inscrição" description="Cancele aqui o recebimento da carta semanal." />
      <LinkPage
        form={leaveForm}
        token={token}
        eyebrow="A carta da semana"
        title="Cancelar a inscrição?"
        text="Um clique, e a carta deixa de chegar neste endereço. Você pode voltar quando quiser."
        button="Cancelar inscrição"
        busyLabel="Cancelando..."
        beside={<GoLink href={paths.newsletterPreferences(token)}>Escolher o que recebo</GoLink>}
        after={<SubscribeAgain />}
      />
    </>
  );
}
