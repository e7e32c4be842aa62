import { useQuery } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import type { RouteModule, Visit } from '@/app/routes';
import { contentQuery } from '@/entities/site';
import type { ContentFiles } from '@/generated/content';
import { PageState } from '@/ui/page-state';

/** A page made of one file of the owner's texts. `also`: other data to load before rendering. */
export function contentPage<Name extends keyof ContentFiles>(
  name: Name,
  View: ComponentType<ContentFiles[Name]>,
  also: (visit: Visit) => readonly Promise<unknown>[] = () => [],
): RouteModule['default'] {
  function ContentPage() {
    const { data, isError, refetch } = useQuery(contentQuery(name));
    if (!data) return <PageState failed={isError} onRetry={refetch} />;
    return <View {...data} />;
  }
  const prefetch = async (visit: Visit) => {
    await Promise.all([visit.queryClient.ensureQueryData(contentQuery(name)), ...also(visit)]);
  };
  return Object.assign(ContentPage, { prefetch });
}
