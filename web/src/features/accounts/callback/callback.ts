/**
 * Somebody arrives from a link of the accounts service or from another service: the address holds a session, a code to be
 * exchanged for one, or why there is none (wire protocol 2.6). It is taken out of the address before anything is shown, so
 * that neither the history nor a copied address holds a secret.
 */
import { paths } from '@/app/pages';
import { claimsOf } from '@/entities/assurance';
import { AUTH_REFUSALS, authRefusal } from '@/entities/auth-refusal';
import { hasStoredVerifier } from '@/entities/stored-session';
import { getClient } from '@/lib/backend';
import { toast } from '@/ui/toast';
import type { LinkState } from '../email-link/link';
import { accountToasts } from '../email-link/text';
import { asksForPassword, type Permit } from '../new-password/new-password-permit';

/** What the address says. */
export type Arrival =
  | { what: 'session'; accessToken: string; refreshToken: string; type: string }
  | { what: 'code'; code: string }
  | { what: 'refusal'; code: string }
  | { what: 'half-way' };

/** Keys of the protocol; everything else in the address is the page's own. */
const KEYS = [
  ...['access_token', 'refresh_token', 'expires_in', 'expires_at', 'token_type', 'type', 'sb'],
  ...['provider_token', 'provider_refresh_token', 'code', 'sb_flow_id', 'message'],
  ...['error', 'error_code', 'error_description'],
];

/** Reads an address; undefined where it says nothing of the kind. `rest` is the address without it. */
export function readArrival(href: string): { arrival: Arrival; rest: string } | undefined {
  const url = new URL(href);
  const fragment = new URLSearchParams(url.hash.slice(1));
  const said = (key: string) => url.searchParams.get(key) ?? fragment.get(key) ?? '';
  const arrival = arrivalOf(said);
  if (!arrival) return undefined;
  for (const key of KEYS) url.searchParams.delete(key);
  return { arrival, rest: url.pathname + url.search };
}

function arrivalOf(said: (key: string) => string): Arrival | undefined {
  const [accessToken, refreshToken, code] = [said('access_token'), said('refresh_token'), said('code')];
  if (said('error') || said('error_code')) return { what: 'refusal', code: refusalCode(said) };
  if (accessToken && refreshToken) return { what: 'session', accessToken, refreshToken, type: said('type') };
  if (code) return { what: 'code', code };
  return said('message') ? { what: 'half-way' } : undefined;
}

/** The code, or the plain word where that says more: the person said no at the other service. */
function refusalCode(said: (key: string) => string): string {
  const [error, code] = [said('error'), said('error_code')];
  return !code || (error === 'access_denied' && code === 'bad_oauth_callback') ? error : code;
}

/** Where the application goes on, where that is not the page somebody arrived at. */
export interface Onward {
  to: string;
  state?: unknown;
}

/** AuditLog on what the address says, and leaves an address with nothing of it. Before the application is shown. */
export async function land(): Promise<Onward | undefined> {
  const read = readArrival(location.href);
  if (!read) return undefined;
  const { arrival, rest } = read;
  // Other pages may mean something else by `code`.
  if (arrival.what === 'code' && !hasStoredVerifier()) return undefined;
  history.replaceState(history.state, '', rest);
  // Without a place of its own a link leads to the site's first page: nothing was wanted.
  const wanted = rest === paths.home ? undefined : rest;
  switch (arrival.what) {
    case 'half-way':
      return { to: paths.accountLink(), state: { halfWay: true } satisfies LinkState };
    case 'refusal':
      return refused(arrival.code, wanted);
    case 'session':
    case 'code':
      return enter(arrival, wanted);
  }
}

/** True for who was signed in already and went to link an account elsewhere. */
const wasLinking = (wanted: string | undefined) => wanted === paths.membersSettingsLinked;

async function enter(
  arrival: Arrival & { what: 'session' | 'code' },
  wanted: string | undefined,
): Promise<Onward | undefined> {
  const { auth } = await getClient();
  if (arrival.what === 'session') {
    // A stranger may have made the link to have the person work in the stranger's account: the page asks first.
    const present = (await auth.getSession()).data.session;
    const { accessToken, refreshToken, type } = arrival;
    if (present && present.user.id !== claimsOf(accessToken).sub) {
      const other = { accessToken, refreshToken, type, present: present.user.email };
      return { to: paths.accountLink(wanted), state: { other } satisfies LinkState };
    }
  }
  const { data, error } =
    arrival.what === 'code'
      ? await auth.exchangeCodeForSession(arrival.code)
      : await auth.setSession({ access_token: arrival.accessToken, refresh_token: arrival.refreshToken });
  if (error || !data.user) return failed(authRefusal(error), wanted);
  const type = arrival.what === 'session' ? arrival.type : '';
  if (asksForPassword(type)) {
    return { to: paths.newPassword(wanted), state: { userId: data.user.id } satisfies Permit };
  }
  if (wasLinking(wanted)) {
    toast(accountToasts.linked);
    return { to: paths.membersSettings };
  }
  if (type === 'signup') toast(accountToasts.confirmed);
  if (type === 'email_change') toast(accountToasts.emailChanged);
  const needsPassword = Boolean(data.user.app_metadata.password_required);
  return wanted === undefined || needsPassword ? { to: paths.accountContinue(wanted) } : undefined;
}

/** A spent link offers a new one on its own screen; anything else is said where the browser stands. */
function refused(code: string, wanted: string | undefined): Onward | undefined {
  if (code === 'otp_expired') {
    return { to: paths.accountLink(wanted), state: { spent: 'unknown' } satisfies LinkState };
  }
  return failed(AUTH_REFUSALS[code] ?? 'O outro serviço não confirmou a sua entrada.', wanted);
}

function failed(description: string, wanted: string | undefined): Onward | undefined {
  const linking = wasLinking(wanted);
  const title = linking ? 'A conta não foi vinculada' : 'Não foi possível entrar';
  toast({ title, description, tone: 'destructive' });
  if (linking) return { to: paths.membersSettings };
  return wanted === undefined ? { to: paths.membersWelcome } : undefined;
}
