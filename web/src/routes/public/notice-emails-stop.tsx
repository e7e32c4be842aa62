import { paths } from '@/app/pages';
import type { PageProps } from '@/app/routes';
import { Head } from '@/entities/head';
import { stopForm } from '@/features/notices/link-forms';
import { GoLink } from '@/ui/link';
import { LinkPage } from '@/widgets/public-form/link-page';

export default function NoticeEmailsStopRoute({ params: { token = '' } }: PageProps) {
  return (
    <>
      <Head title="Desligar os e-mails de avisos" description="Desligue aqui os e-mails com avisos da comunidade." />
      <LinkPage
        form={stopForm}
        token={token}
        eyebrow="Avisos da comunidade"
        title="Desligar estes e-mails?"
        text="Um clique, e nem avisos nem resumos da comunidade chegam neste endereço. Na área de membros nada muda."
        button="Desligar os e-mails"
        busyLabel="Desligando..."
        after={
          <>
            <GoLink href={paths.noticeEmails(token)}>Escolher outra frequência</GoLink>
            <GoLink href={paths.membersNotices}>Abrir os avisos</GoLink>
          </>
        }
      />
    </>
  );
}
