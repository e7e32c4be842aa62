/** The second factors of the account. Every call throws the service's refusal. */
import { queryOptions } from '@tanstack/react-query';
import { callAuth, type Factor, getClient } from '@/lib/backend';
import { sendPhoneCode } from '../../mfa/factors';

export interface SecondFactors {
  verified: readonly Factor[];
  /** Number of recovery codes that are left; undefined where none were made. */
  recoveryCodes: number | undefined;
}

export function factorsQuery(userId: string) {
  return queryOptions({
    queryKey: ['account-factors', userId],
    queryFn: async (): Promise<SecondFactors> => {
      const data = await callAuth((auth) => auth.mfa.listFactors());
      const verified = data.all.filter(({ status }) => status === 'verified');
      // The recovery codes are listed among the factors once they were made.
      const proper = verified.filter((factor) => !isCodes(factor));
      return { verified: proper, recoveryCodes: verified.some(isCodes) ? await codesLeft() : undefined };
    },
    staleTime: 0,
  });
}

const isCodes = ({ factor_type }: Factor) => String(factor_type) === 'recovery_code';

async function codesLeft(): Promise<number> {
  const data = await callAuth((auth) => auth.mfa.recoveryCodes.getStatus());
  return data.remaining;
}

export interface NewApp {
  id: string;
  picture: string;
  secret: string;
}

/** Enrols an authenticator app, which counts once a code of it is confirmed. */
export async function beginApp(): Promise<NewApp> {
  const { all } = await callAuth((auth) => auth.mfa.listFactors());
  // One that was begun and left would take the name.
  const left = all.filter(({ factor_type: type, status }) => type === 'totp' && status === 'unverified');
  for (const { id } of left) await callAuth((auth) => auth.mfa.unenroll({ factorId: id }));
  const friendlyName = freeName(
    'Aplicativo',
    all.filter((factor) => !left.includes(factor)).map(({ friendly_name }) => friendly_name),
  );
  const data = await callAuth((auth) => auth.mfa.enroll({ factorType: 'totp', friendlyName }));
  return { id: data.id, picture: data.totp.qr_code, secret: data.totp.secret };
}

/** The name, with a number where it is taken: the service refuses duplicates. */
export function freeName(name: string, taken: readonly (string | undefined)[]): string {
  let free = name;
  for (let number = 2; taken.includes(free); number++) free = `${name} ${number}`;
  return free;
}

export interface NewPhone {
  factorId: string;
  challengeId: string;
}

export async function beginPhone(phone: string): Promise<NewPhone> {
  const data = await callAuth((auth) => auth.mfa.enroll({ factorType: 'phone', friendlyName: phone, phone }));
  try {
    return { factorId: data.id, challengeId: await sendPhoneCode(data.id) };
  } catch (reason) {
    await (await getClient()).auth.mfa.unenroll({ factorId: data.id });
    throw reason;
  }
}

/** Lets the browser make a security key of that name. */
export async function addKey(friendlyName: string): Promise<void> {
  const { auth } = await getClient();
  const { error } = await auth.mfa.webauthn.register({ friendlyName });
  if (!error) return;
  await forgetBegun(friendlyName);
  throw error;
}

/** An unverified factor of that name would refuse the next attempt for some minutes. */
async function forgetBegun(name: string): Promise<void> {
  const { auth } = await getClient();
  const { data, error } = await auth.mfa.listFactors();
  if (error) return console.error('an unproved factor may stay', error);
  for (const { id, status, friendly_name } of data.all) {
    if (status === 'unverified' && friendly_name === name) await auth.mfa.unenroll({ factorId: id });
  }
}

export async function removeFactor(factorId: string): Promise<void> {
  await callAuth((auth) => auth.mfa.unenroll({ factorId }));
  // Updates the session's assurance level.
  await (await getClient()).auth.refreshSession();
}

/** Returns ten new codes, shown once; the old ones become invalid. */
export async function makeRecoveryCodes(again: boolean): Promise<readonly string[]> {
  const { codes } = await callAuth(({ mfa: { recoveryCodes } }) =>
    again ? recoveryCodes.regenerate() : recoveryCodes.generate(),
  );
  return codes;
}

/** `ABCD-EFGH-…` */
export function inGroups(code: string): string {
  return code.match(/.{1,4}/g)?.join('-') ?? code;
}
