import { useQuery } from '@tanstack/react-query';
import { paths } from '@/app/pages';
import type { PageProps, Visit } from '@/app/routes';
import { Head } from '@/entities/head';
import { PreferencesPage } from '@/features/newsletter/preferences-page';
import { emailPreferencesQuery } from '@/features/newsletter/preferences-query';
import { PageState } from '@/ui/page-state';
import { Missing } from '@/ui/reading/missing';

async function prefetch({ params: { token = '' }, queryClient }: Visit) {
  const preferences = await queryClient.ensureQueryData(emailPreferencesQuery(token));
  return { status: preferences ? 200 : 404 };
}

function NewsletterPreferencesRoute({ params: { token = '' } }: PageProps) {
  const { data: preferences, dataUpdatedAt, isError, refetch } = useQuery(emailPreferencesQuery(token));
  if (preferences === undefined) return <PageState failed={isError} onRetry={refetch} />;
  return (
    <>
      <Head title="Os seus e-mails" description="Escolha aqui o que chega no seu e-mail." />
      {preferences ? (
        <PreferencesPage key={dataUpdatedAt} token={token} preferences={preferences} onChanged={refetch} />
      ) : (
        <Missing
          seed="cartas"
          title="Este link não vale mais"
          text="Ele pode ter sido cortado pelo programa de e-mail, ou o endereço já não existe aqui. Confira o link na mensagem."
          href={paths.letters}
          action="Ler as cartas"
        />
      )}
    </>
  );
}

export default Object.assign(NewsletterPreferencesRoute, { prefetch });
