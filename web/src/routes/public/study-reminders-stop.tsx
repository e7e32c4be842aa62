import { paths } from '@/app/pages';
import type { PageProps } from '@/app/routes';
import { Head } from '@/entities/head';
import { stopRemindersForm } from '@/features/notices/link-forms';
import { GoLink } from '@/ui/link';
import { LinkPage } from '@/widgets/public-form/link-page';

export default function StudyRemindersStopRoute({ params: { token = '' } }: PageProps) {
  return (
    <>
      <Head title="Desligar os lembretes de estudo" description="Desligue aqui os lembretes do seu plano de estudo." />
      <LinkPage
        form={stopRemindersForm}
        token={token}
        eyebrow="Plano de estudo"
        title="Desligar os lembretes?"
        text="Um clique, e os lembretes de estudo não chegam mais neste endereço. O seu plano continua como está."
        button="Desligar os lembretes"
        busyLabel="Desligando..."
        after={<GoLink href={paths.membersLearning}>Abrir o ambiente de aprendizagem</GoLink>}
      />
    </>
  );
}
