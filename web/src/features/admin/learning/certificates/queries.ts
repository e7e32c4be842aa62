/** Certificates as administrators read them. */
import { queryOptions } from '@tanstack/react-query';
import { containing, getClient, type Page, readPage, type Selected } from '@/lib/backend';
import { functionAnswer } from '@/lib/functions';
import type { FilterValues } from '@/widgets/filters';
import { type CourseTitle, courseTitlesQuery } from '../queries';

const COLUMNS =
  'id,code,kind,title,holder_name,former_names,course_id,issued_at,reissued_at,expires_at,revoked_at,revoked_reason' as const;

export type CertificateRow = Selected<'certificates', typeof COLUMNS>;

/** A page of the list, with the courses that it can be narrowed to. */
export interface CertificatePage extends Page<CertificateRow> {
  courses: readonly CourseTitle[];
}

export const certificatesKey = ['admin-certificates'] as const;

const PER_PAGE = 25;

export type CertificateFilters = FilterValues<{
  search: string;
  course: string;
  state: 'valido' | 'vencido' | 'revogado';
}>;

export function certificateListQuery({ search, course, state, page }: CertificateFilters) {
  return queryOptions({
    queryKey: [...certificatesKey, { search, course, state, page }],
    queryFn: async ({ signal, client: queryClient }): Promise<CertificatePage> => {
      let query = (await getClient())
        .from('certificates')
        .select(COLUMNS, { count: 'exact' })
        .order('issued_at', { ascending: false })
        .order('id')
        .range((page - 1) * PER_PAGE, page * PER_PAGE - 1)
        .abortSignal(signal);
      if (search) query = query.or(['holder_name', 'code', 'title'].map((column) => containing(column, search)).join());
      if (course) query = query.eq('course_id', course);
      if (state === 'revogado') query = query.not('revoked_at', 'is', null);
      const now = new Date().toISOString();
      if (state === 'vencido') query = query.is('revoked_at', null).lte('expires_at', now);
      if (state === 'valido') query = query.is('revoked_at', null).or(`expires_at.is.null,expires_at.gt.${now}`);
      const [rows, courses] = await Promise.all([query, queryClient.ensureQueryData(courseTitlesQuery)]);
      return { ...readPage(rows, PER_PAGE), courses };
    },
    staleTime: 0,
  });
}

export const revokeCertificate = (id: string, reason: string) =>
  functionAnswer('revoke-certificate', { certificate_id: id, reason });

export const reissueCertificate = (id: string, name: string, isRenewed: boolean) =>
  functionAnswer('reissue-certificate-for', { certificate_id: id, holder_name: name, is_renewed: isRenewed });
