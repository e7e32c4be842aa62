import { paths } from '@/app/pages';
import type { PageProps } from '@/app/routes';
import { Head } from '@/entities/head';
import { stopPurposeForm } from '@/features/newsletter/link-forms';
import { GoLink } from '@/ui/link';
import { LinkPage } from '@/widgets/public-form/link-page';

export default function EmailPurposeStopRoute({ params: { token = '' } }: PageProps) {
  const choices = <GoLink href={paths.newsletterPreferences(token)}>Escolher o que recebo</GoLink>;
  return (
    <>
      <Head title="Parar de receber estes e-mails" description="Escolha aqui parar de receber e-mails deste tipo." />
      <LinkPage
        form={stopPurposeForm}
        token={token}
        eyebrow="E-mails automáticos"
        title="Parar de receber estes e-mails?"
        text="Um clique, e os e-mails por este motivo não chegam mais. A carta e os recibos continuam como estão."
        button="Parar de receber"
        busyLabel="Salvando..."
        beside={choices}
        after={choices}
      />
    </>
  );
}
