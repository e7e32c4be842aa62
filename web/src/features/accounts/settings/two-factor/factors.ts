/** The second factors of the account. Every call throws the service's refusal. */
import { queryOptions } from '@tanstack/react-query';
import { type Factor, getClient } from '@/lib/backend';

export interface SecondFactors {
  verified: readonly Factor[];
  /** How many recovery codes are left; undefined where none were made. */
  recoveryCodes: number | undefined;
}

export function factorsQuery(userId: string) {
  return queryOptions({
    queryKey: ['account-factors', userId],
    queryFn: async (): Promise<SecondFactors> => {
      const { auth } = await getClient();
      const { data, error } = await auth.mfa.listFactors();
      if (error) throw error;
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
  const { auth } = await getClient();
  const { data, error } = await auth.mfa.recoveryCodes.getStatus();
  if (error) throw error;
  return data.remaining;
}

export interface NewApp {
  id: string;
  picture: string;
  secret: string;
}

/** Enrols an authenticator app, which counts once a code of it is confirmed. */
export async function beginApp(): Promise<NewApp> {
  const { auth } = await getClient();
  const listed = await auth.mfa.listFactors();
  if (listed.error) throw listed.error;
  const friendlyName = freeName(
    'Aplicativo',
    listed.data.all.map(({ friendly_name }) => friendly_name),
  );
  const { data, error } = await auth.mfa.enroll({ factorType: 'totp', friendlyName });
  if (error) throw error;
  return { id: data.id, picture: data.totp.qr_code, secret: data.totp.secret };
}

/** The name, with a number where it is taken: the service refuses duplicates. */
export function freeName(name: string, taken: readonly (string | undefined)[]): string {
  let free = name;
  for (let number = 2; taken.includes(free); number++) free = `${name} ${number}`;
  return free;
}

export async function confirmApp(factorId: string, code: string): Promise<void> {
  const { auth } = await getClient();
  const { error } = await auth.mfa.challengeAndVerify({ factorId, code });
  if (error) throw error;
}

export interface NewPhone {
  factorId: string;
  challengeId: string;
}

export async function beginPhone(phone: string): Promise<NewPhone> {
  const { auth } = await getClient();
  const { data, error } = await auth.mfa.enroll({ factorType: 'phone', friendlyName: phone, phone });
  if (error) throw error;
  try {
    return { factorId: data.id, challengeId: await sendCode(data.id) };
  } catch (reason) {
    await auth.mfa.unenroll({ factorId: data.id });
    throw reason;
  }
}

async function sendCode(factorId: string): Promise<string> {
  const { auth } = await getClient();
  const { data, error } = await auth.mfa.challenge({ factorId, channel: 'sms' });
  if (error) throw error;
  return data.id;
}

export async function provePhone({ factorId, challengeId }: NewPhone, code: string): Promise<void> {
  const { auth } = await getClient();
  const { error } = await auth.mfa.verify({ factorId, challengeId, code });
  if (error) throw error;
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
  const { auth } = await getClient();
  const { error } = await auth.mfa.unenroll({ factorId });
  if (error) throw error;
  // Updates the session's assurance level.
  await auth.refreshSession();
}

/** Returns ten new codes, shown once; the old ones become invalid. */
export async function makeRecoveryCodes(again: boolean): Promise<readonly string[]> {
  const { auth } = await getClient();
  const { recoveryCodes } = auth.mfa;
  const { data, error } = await (again ? recoveryCodes.regenerate() : recoveryCodes.generate());
  if (error) throw error;
  return data.codes;
}

/** `ABCD-EFGH-…` */
export function inGroups(code: string): string {
  return code.match(/.{1,4}/g)?.join('-') ?? code;
}
