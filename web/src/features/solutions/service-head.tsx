import { paths } from '@/app/pages';
import { Head } from '@/entities/head';
import { useSite } from '@/entities/site';
import { type AboutService, faqPage, type Question, serviceStructuredData } from '@/entities/structured-data';

export interface ServiceHeadProps extends AboutService {
  title: string;
  /** Questions that the page answers. */
  questions?: readonly Question[] | undefined;
}

export function ServiceHead({ title, questions = [], ...about }: ServiceHeadProps) {
  const site = useSite();
  return (
    <Head
      title={title}
      description={about.description}
      canonicalPath={about.path}
      structuredData={
        import.meta.env.SSR && [
          ...serviceStructuredData(site, about, { name: 'Soluções', path: paths.solutions }),
          ...(questions.length > 0 ? [faqPage(site, about.path, questions)] : []),
        ]
      }
    />
  );
}
