/** A certificate as its public page shows it. */
import { queryOptions } from '@tanstack/react-query';

export interface ShownCertificate {
  code: string;
  is_revoked: boolean;
  revoked_at: string | null;
  kind: 'course' | 'programme';
  title: string;
  holder_name: string | null;
  minutes: number;
  first_at: string;
  last_at: string;
  issued_at: string;
  reissued_at: string | null;
  expires_at: string | null;
  is_expired: boolean;
  lesson_titles: readonly string[] | null;
}

/** Null for every code that is none. */
export function certificateQuery(code: string) {
  return queryOptions({
    queryKey: ['certificate', code],
    queryFn: async ({ signal }): Promise<ShownCertificate | null> => {
      const response = await fetch(`/credentials/${encodeURIComponent(code)}`, { signal });
      if (response.status === 404) return null;
      if (!response.ok) throw new Error(`the certificate answered ${response.status}`);
      return response.json();
    },
  });
}
