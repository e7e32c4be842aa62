/** Signing in at the company. It brings the client library along. */
import { getClient } from '@/lib/backend';

/** The page of the company that has addresses like this one; `redirectTo` is where it leads back to. */
export async function companySignInUrl(email: string, redirectTo: string): Promise<string> {
  const { auth } = await getClient();
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase();
  const { data, error } = await auth.signInWithSSO({ domain, options: { redirectTo, skipBrowserRedirect: true } });
  if (error) throw error;
  return data.url;
}
