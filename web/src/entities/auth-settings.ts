/** What the accounts of this installation offer, as anybody may know it. */
import { queryOptions } from '@tanstack/react-query';
import { fetchJson } from '@/lib/client-config';

export interface AuthSettings {
  /** By the provider's name; `email`, `phone` and `anonymous_users` stand among them. */
  external: Readonly<Record<string, boolean>>;
  external_labels: Readonly<Record<string, string>>;
  disable_signup: boolean;
  /** New accounts need not prove their address. */
  mailer_autoconfirm: boolean;
  passkeys_enabled: boolean;
  saml_enabled: boolean;
  password_min_length: number;
}

export const authSettingsQuery = queryOptions({
  queryKey: ['auth-settings'],
  queryFn: ({ signal }) => fetchJson<AuthSettings>('/auth/v1/settings', signal),
});

/** Accounts of this installation, not of a provider. */
const OWN = new Set(['email', 'phone', 'anonymous_users']);

/** Whether it names another service, which may open an account here. */
export const isProvider = (name: string): boolean => !OWN.has(name);

/** The other services this installation takes. */
export function offeredProviders({ external }: AuthSettings): string[] {
  return Object.keys(external).filter((name) => external[name] && isProvider(name));
}

/** What people call a provider; one that is no longer offered is called by its name in the protocol. */
export function providerLabel(provider: string, settings: AuthSettings | undefined): string {
  return settings?.external_labels[provider] ?? provider.charAt(0).toUpperCase() + provider.slice(1);
}
