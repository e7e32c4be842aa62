/** The public settings of this installation's accounts. */
import { queryOptions } from '@tanstack/react-query';
import { fetchJson } from '@/lib/client-config';

export interface AuthSettings {
  /** Sign-in methods by the provider's name; also `email`, `phone` and `anonymous_users`. */
  external: Readonly<Record<string, boolean>>;
  external_labels: Readonly<Record<string, string>>;
  disable_signup: boolean;
  /** New accounts need not confirm their address. */
  mailer_autoconfirm: boolean;
  passkeys_enabled: boolean;
  saml_enabled: boolean;
  password_min_length: number;
}

export const authSettingsQuery = queryOptions({
  queryKey: ['auth-settings'],
  queryFn: ({ signal }) => fetchJson<AuthSettings>('/auth/v1/settings', signal),
  meta: { isPublic: true },
});

/** Sign-in methods of this installation, not of a provider. */
const OWN = new Set(['email', 'phone', 'anonymous_users']);

/** Returns `true` if it names an external provider. */
export const isProvider = (name: string): boolean => !OWN.has(name);

/** The external providers that are configured. */
export function offeredProviders({ external }: AuthSettings): string[] {
  return Object.keys(external).filter((name) => external[name] && isProvider(name));
}

/** The provider's name for people; one that is no longer configured by its name in the protocol. */
export function providerLabel(provider: string, settings: AuthSettings | undefined): string {
  return settings?.external_labels[provider] ?? provider.charAt(0).toUpperCase() + provider.slice(1);
}
