import { paths } from '@/app/pages';
import { absoluteUrl } from '@/entities/head';
import type { Site } from '@/entities/site';
import { author, breadcrumbs, type Thing } from '@/entities/structured-data';
import type { PublicCourse } from './queries';
import { lessonsOf, secondsOf } from './text';

/** `PT5H30M` */
function isoDuration(seconds: number): string {
  const minutes = Math.max(1, Math.round(seconds / 60));
  const hours = Math.floor(minutes / 60);
  return `PT${hours ? `${hours}H` : ''}${minutes % 60 || !hours ? `${minutes % 60}M` : ''}`;
}

export function courseStructuredData(site: Site, course: PublicCourse): Thing[] {
  const path = paths.course(course.id);
  const url = site.origin + path;
  const instructor = course.instructor ? { '@type': 'Person', name: course.instructor } : author(site);
  const thing = {
    '@type': 'Course',
    '@id': `${url}#course`,
    name: course.title,
    description: course.description || course.title,
    url,
    inLanguage: 'pt-BR',
    image: course.thumbnail ? absoluteUrl(site.origin, course.thumbnail) : undefined,
    educationalLevel: course.level,
    coursePrerequisites: course.requirements || undefined,
    keywords: course.tags.length ? course.tags.join(', ') : undefined,
    provider: author(site),
    educationalCredentialAwarded: course.has_certificate ? 'Certificado de conclusão' : undefined,
    dateModified: course.updated_at,
    syllabusSections: course.course_modules.map(({ title, lessons }) => ({
      '@type': 'Syllabus',
      name: title,
      timeRequired: isoDuration(secondsOf(lessons)),
    })),
    offers: [{ '@type': 'Offer', category: 'Subscription', url: site.origin + paths.pricing }],
    hasCourseInstance: [
      {
        '@type': 'CourseInstance',
        courseMode: 'Online',
        courseWorkload: isoDuration(secondsOf(lessonsOf(course))),
        instructor,
      },
    ],
    aggregateRating:
      course.reviews_count > 0
        ? { '@type': 'AggregateRating', ratingValue: course.rating, ratingCount: course.reviews_count, bestRating: 5 }
        : undefined,
  };
  return [
    thing,
    breadcrumbs(site, [
      { name: 'Cursos', path: paths.courses },
      { name: course.title, path },
    ]),
  ];
}
