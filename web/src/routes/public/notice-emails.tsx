import { paths } from '@/app/pages';
import type { PageProps } from '@/app/routes';
import { Head } from '@/entities/head';
import { PERIODS, periodForm } from '@/features/notices/link-forms';
import { Field } from '@/ui/field';
import { GoLink } from '@/ui/link';
import { Select } from '@/ui/select';
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
        fields={(form) => (
          <Field label="E-mails com os seus avisos" error={form.problems.periodo} className="w-full max-w-80">
            {(control) => (
              <Select {...control} {...form.bind('periodo')} required>
                <option value="">Escolha</option>
                {PERIODS.map(({ value, label }) => (
                  <option key={value} value={value}>
                    {label}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        )}
        button="Salvar"
        busyLabel="Salvando..."
        after={<GoLink href={paths.membersNotices}>Abrir os avisos</GoLink>}
      />
    </>
  );
}
