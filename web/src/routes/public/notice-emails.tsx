import { paths } from '@/app/pages';
import type { PageProps } from '@/app/routes';
import { EMAIL_PERIODS } from '@/entities/email-periods';
import { Head } from '@/entities/head';
import { periodForm } from '@/features/notices/link-forms';
import { GoLink } from '@/ui/link';
import { SelectField } from '@/ui/select-field';
import { LinkPage } from '@/widgets/public-form/link-page';

export default function NoticeEmailsRoute({ params: { token = '' } }: PageProps) {
  return (
    <>
      <Head title="E-mails de avisos" description="Escolha com que frequência os avisos da comunidade chegam." />
      <LinkPage<'periodo'>
        form={periodForm}
        token={token}
        eyebrow="Avisos da comunidade"
        title="Com que frequência?"
        text="Os avisos que você ainda não leu chegam reunidos em um e-mail. A escolha vale sem entrar na conta."
        fields={(bind) => (
          <SelectField
            label="E-mails com os seus avisos"
            className="w-full max-w-80"
            {...bind('periodo')}
            required
            options={[{ value: '', label: 'Escolha' }, ...EMAIL_PERIODS]}
          />
        )}
        button="Salvar"
        busyLabel="Salvando..."
        after={<GoLink href={paths.membersNotices}>Abrir os avisos</GoLink>}
      />
    </>
  );
}
