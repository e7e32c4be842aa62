/** Making an account. */
import { getClient } from '@/lib/backend';
import { goOnUrl } from '../destination';

export interface NewAccount {
  name: string;
  email: string;
  password: string;
  /** The versions of the legal texts on which somebody agreed; the service keeps them as the consent record. */
  terms: string;
  privacy: string;
}

/**
 * 'confirm': a letter waits to be answered, if the address had no account before; the service does not tell. 'in': this
 * house asks for no proof of addresses, and the person is signed in. Throws what was refused.
 */
export async function signUp(account: NewAccount, next: string | undefined): Promise<'confirm' | 'in'> {
  const client = await getClient();
  const { data, error } = await client.auth.signUp({
    email: account.email,
    password: account.password,
    options: {
      emailRedirectTo: goOnUrl(next),
      data: { full_name: account.name, accepted_terms: account.terms, accepted_privacy: account.privacy },
    },
  });
  if (error) throw error;
  return data.session ? 'in' : 'confirm';
}
