import { useQuery } from '@tanstack/react-query';
import type { Visit } from '@/app/route';
import { MethodologyCall } from '@/features/methodology/call';
import { Experience } from '@/features/methodology/experience';
import { MethodologyHead } from '@/features/methodology/head';
import { Pillars } from '@/features/methodology/pillars';
import { Results } from '@/features/methodology/results';
import { NewsletterSection } from '@/features/newsletter/newsletter-section';
import { contentQuery } from '@/lib/content';
import { PageState } from '@/ui/page-state';

export async function prefetch({ queryClient }: Visit) {
  await queryClient.ensureQueryData(contentQuery('methodology'));
}

export default function MethodologyRoute() {
  const { data, isError, refetch } = useQuery(contentQuery('methodology'));
  if (!data) return <PageState failed={isError} onRetry={refetch} />;
  return (
    <>
      <MethodologyHead {...data} />
      <Pillars {...data} />
      <Results {...data} />
      <Experience {...data} />
      <MethodologyCall {...data} />
      <NewsletterSection />
    </>
  );
}
