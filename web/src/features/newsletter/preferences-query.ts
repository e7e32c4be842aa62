import { queryOptions } from '@tanstack/react-query';
import type { EmailPreferences } from '@/entities/email-preferences';

/** Returns the preferences of the address behind the token of an e-mail; null for an unknown token. */
export function emailPreferencesQuery(token: string) {
  return queryOptions({
    queryKey: ['email-preferences', token],
    queryFn: async ({ signal }): Promise<EmailPreferences | null> => {
      const { rest, unwrap } = await import('@/lib/backend');
      return unwrap(await rest.rpc('email_preferences', { token }, { get: true }).abortSignal(signal));
    },
  });
}
