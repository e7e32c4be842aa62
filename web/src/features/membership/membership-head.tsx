import { paths } from '@/app/pages';
import type { MembershipContent } from '@/generated/content';
import { Head } from '@/lib/head';
import { useSite } from '@/lib/site';
import { breadcrumbs } from '@/lib/structured-data';

export function MembershipHead({ description }: Pick<MembershipContent, 'description'>) {
  const site = useSite();
  return (
    <Head
      title="Comunidade de líderes"
      description={description}
      canonicalPath={paths.membersWelcome}
      structuredData={[breadcrumbs(site, [{ name: 'Comunidade', path: paths.membersWelcome }])]}
    />
  );
}
