/**
 * An arrival from a link of the accounts service or from an external provider: the address holds a session, a code to be
 * exchanged for one, or an error (wire protocol 2.6). It is taken out of the address before anything is shown, so that
 * neither the history nor a copied address holds a secret.
 */
import { paths } from '@/app/pages';
import { authRefusal, refusalOfCode } from '@/entities/auth-refusal';
import { hasStoredVerifier } from '@/entities/stored-session';
import { claimsOf } from '@/entities/token-claims';
import { getClient } from '@/lib/backend';
import { toast } from '@/ui/toast';
import { presentNext } from '../destination';
import type { LinkState } from '../email-link/link';
import { accountToasts } from '../email-link/text';
import { asksForPassword, type Permit } from '../new-password/new-password-permit';
import { endFlow } from '../own-flow';

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

/** Reads an address; undefined where it holds nothing of the protocol. `rest` is the address without it. */
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

/** The code, or the error where that says more: the person refused at the provider. */
function refusalCode(said: (key: string) => string): string {
  const [error, code] = [said('error'), said('error_code')];
  return !code || (error === 'access_denied' && code === 'bad_oauth_callback') ? error : code;
}

/** Page at which the application continues, if it is not the present one. */
export interface Onward {
  to: string;
  state?: unknown;
}

/** Handles an arrival and removes it from the address. Runs before the application renders. */
export async function land(): Promise<Onward | undefined> {
  const read = readArrival(location.href);
  if (!read) return undefined;
  const { arrival, rest } = read;
  // Other pages may use `code` for something else.
  if (arrival.what === 'code' && !hasStoredVerifier()) return undefined;
  history.replaceState(history.state, '', rest);
  // A link without a destination leads to the home page: nothing was wanted.
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

/** True for a signed-in person who went to link an external account. */
const wasLinking = (wanted: string | undefined) => wanted === paths.membersSettingsLinked;

/** Sessions are taken on one page alone, and only where this browser asked for them. */
const wasBegunHere = (email: string | undefined) => location.pathname === paths.accountContinue() && endFlow(email);

/** The wanted page; where that is the continue page, the one it leads to. */
function destination(wanted: string | undefined): string | undefined {
  return location.pathname === paths.accountContinue() ? presentNext() : wanted;
}

async function enter(
  arrival: Arrival & { what: 'session' | 'code' },
  wanted: string | undefined,
): Promise<Onward | undefined> {
  const { auth } = await getClient();
  if (arrival.what === 'session') {
    // The link may come from an attacker who wants the person to work in the attacker's account: the page asks first.
    const { accessToken, refreshToken, type } = arrival;
    const { sub, email } = claimsOf(accessToken);
    if (!sub) return failed(refusalOfCode('bad_jwt') ?? 'O link chegou incompleto.', wanted);
    const present = (await auth.getSession()).data.session;
    const isExpected = present ? present.user.id === sub : wasBegunHere(email);
    if (!isExpected) {
      const other = { accessToken, refreshToken, type, present: present && { email: present.user.email } };
      return { to: paths.accountLink(destination(wanted)), state: { other } satisfies LinkState };
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

/** A spent link offers a new one on its own screen; other errors are shown on the present page. */
function refused(code: string, wanted: string | undefined): Onward | undefined {
  if (code === 'otp_expired') {
    return { to: paths.accountLink(wanted), state: { spent: 'unknown' } satisfies LinkState };
  }
  const denied = code === 'access_denied' ? 'O acesso foi negado ou cancelado no outro serviço.' : undefined;
  return failed(denied ?? refusalOfCode(code) ?? 'O outro serviço não confirmou a sua entrada.', wanted);
}

function failed(description: string, wanted: string | undefined): Onward | undefined {
  const linking = wasLinking(wanted);
  const title = linking ? 'A conta não foi vinculada' : 'Não foi possível entrar';
  toast({ title, description, tone: 'destructive' });
  if (linking) return { to: paths.membersSettings };
  return wanted === undefined ? { to: paths.membersWelcome } : undefined;
}
