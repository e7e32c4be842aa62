import { useQuery } from '@tanstack/react-query';
import { paths } from '@/app/paths';
import type { Visit } from '@/app/route';
import { SoftwareBenefits } from '@/features/software/benefits';
import { Figures } from '@/features/software/figures';
import { SoftwareHero } from '@/features/software/hero';
import { Modules } from '@/features/software/modules';
import { Waitlist } from '@/features/software/waitlist';
import { ServiceHead } from '@/features/solutions/service-head';
import { SingleQuotation } from '@/features/testimonials/single-quotation';
import { contentQuery } from '@/lib/content';
import { PageState } from '@/ui/page-state';

const service = { name: 'Software de gestão', type: 'Software de gestão empresarial', path: paths.software };

export async function prefetch({ queryClient }: Visit) {
  await queryClient.ensureQueryData(contentQuery('software'));
}

export default function SoftwareRoute() {
  const { data, isError, refetch } = useQuery(contentQuery('software'));
  if (!data) return <PageState failed={isError} onRetry={refetch} />;
  return (
    <>
      <ServiceHead {...service} title={service.name} description={data.description} />
      <SoftwareHero {...data} />
      <Modules {...data} />
      <Figures {...data} />
      <SoftwareBenefits {...data} />
      <SingleQuotation {...data} />
      <Waitlist {...data} />
    </>
  );
}
