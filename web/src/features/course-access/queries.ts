/** Access to the external courses, as the signed-in person. */
import { queryOptions } from '@tanstack/react-query';
import { ask, type Selected } from '@/lib/backend';
import { functionAnswer } from '@/lib/functions';

const COURSE_ACCESS_COLUMNS = 'course_url,expires_at';

type CourseAccess = Selected<'hotmart_access', typeof COURSE_ACCESS_COLUMNS>;

export interface CourseStanding {
  /** The record that opens them. `null` if access is pending. */
  record: CourseAccess | null;
  /** The platform could not be reached: this is the last known state. */
  stale: boolean;
}

/** A negative answer of the platform is valid this long, as on the server. */
const NO_HOLDS_MS = 10 * 60 * 1000;

/** The person's record opens the courses; without one the platform is asked, and the record is read again. */
export function courseAccessQuery(email: string) {
  return queryOptions({
    queryKey: ['members', 'courses', email],
    queryFn: async ({ signal }): Promise<CourseStanding> => {
      const record = await openRecord(email, signal);
      if (record) return { record, stale: false };
      const answer = await validateCourseAccess(email);
      return { record: answer.hasAccess ? await openRecord(email, signal) : null, stale: answer.stale };
    },
    staleTime: NO_HOLDS_MS,
  });
}

/** Makes the server check again, at the platform too. */
export const validateCourseAccess = (email: string) => functionAnswer('validate-hotmart-access', { email });

const openRecord = (email: string, signal: AbortSignal): Promise<CourseAccess | null> =>
  ask((client) =>
    client
      .from('hotmart_access')
      .select(COURSE_ACCESS_COLUMNS)
      .eq('email', email)
      .eq('active', true)
      .or(`expires_at.is.null,expires_at.gt.${new Date().toISOString()}`)
      .abortSignal(signal)
      .maybeSingle(),
  );
