/** What the accounts of this installation offer, as anybody may know it. */
import { queryOptions } from '@tanstack/react-query';
import { fetchJson } from './http';

export interface AuthSettings {
  /** By the provider's name; `email`, `phone` and `anonymous_users` stand among them. */
  external: Readonly<Record<string, boolean>>;
  disable_signup: boolean;
  /** New accounts need not prove their address. */
  mailer_autoconfirm: boolean;
  passkeys_enabled: boolean;
  /** People of some companies sign in at their company. */
  saml_enabled: boolean;
  /** In characters. */
  password_min_length: number;
}

export const authSettingsQuery = queryOptions({
  queryKey: ['auth-settings'],
  queryFn: ({ signal }) => fetchJson<AuthSettings>('/auth/v1/settings', signal),
});
