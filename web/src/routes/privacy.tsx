import { useQuery } from '@tanstack/react-query';
import { paths } from '@/app/paths';
import type { Visit } from '@/app/route';
import { Controller } from '@/features/legal/controller';
import { LegalHead } from '@/features/legal/legal-head';
import { LegalPage } from '@/features/legal/legal-page';
import { contentQuery } from '@/lib/content';
import { PageState } from '@/ui/page-state';

export async function prefetch({ queryClient }: Visit) {
  await queryClient.ensureQueryData(contentQuery('privacy'));
}

export default function PrivacyRoute() {
  const { data, isError, refetch } = useQuery(contentQuery('privacy'));
  if (!data) return <PageState failed={isError} onRetry={refetch} />;
  return (
    <>
      <LegalHead legal={data} path={paths.privacy} />
      <LegalPage {...data} parties={<Controller />} />
    </>
  );
}
