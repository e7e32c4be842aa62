/** The second factors during sign-in, and proving one. Every call throws the service's refusal. */
import { queryOptions } from '@tanstack/react-query';
import { type Factor, getClient } from '@/lib/backend';

/** A way to take the second step. */
export type Method = { type: 'totp' | 'phone' | 'webauthn'; factorId: string; name: string } | { type: 'recovery' };

const ORDER = ['totp', 'webauthn', 'phone'] as const;

export function methodsOf(
  factors: readonly Pick<Factor, 'id' | 'factor_type' | 'status' | 'friendly_name'>[],
): Method[] {
  const verified = factors.filter(({ status }) => status === 'verified');
  const methods = ORDER.flatMap((type) =>
    verified
      .filter((factor) => factor.factor_type === type)
      .map((factor): Method => ({ type, factorId: factor.id, name: factor.friendly_name ?? '' })),
  );
  const hasCodes = verified.some((factor) => factor.factor_type === 'recovery_code');
  return hasCodes ? [...methods, { type: 'recovery' }] : methods;
}

export function methodsQuery(userId: string) {
  return queryOptions({
    queryKey: ['second-factors', userId],
    queryFn: async () => {
      const { auth } = await getClient();
      const { data, error } = await auth.mfa.listFactors();
      if (error) throw error;
      return methodsOf(data.all);
    },
    // They may change on another device.
    staleTime: 0,
    gcTime: 0,
  });
}

export async function proveTotp(factorId: string, code: string): Promise<void> {
  const { auth } = await getClient();
  const { error } = await auth.mfa.challengeAndVerify({ factorId, code });
  if (error) throw error;
}

export async function sendPhoneCode(factorId: string): Promise<string> {
  const { auth } = await getClient();
  const { data, error } = await auth.mfa.challenge({ factorId, channel: 'sms' });
  if (error) throw error;
  return data.id;
}

export async function provePhone(factorId: string, challengeId: string, code: string): Promise<void> {
  const { auth } = await getClient();
  const { error } = await auth.mfa.verify({ factorId, challengeId, code });
  if (error) throw error;
}

/** A security key or passkey; the browser asks for it. */
export async function proveKey(factorId: string): Promise<void> {
  const { auth } = await getClient();
  const { error } = await auth.mfa.webauthn.authenticate({ factorId });
  if (error) throw error;
}

/** One of the ten recovery codes. */
export async function proveRecoveryCode(code: string): Promise<void> {
  const { auth } = await getClient();
  const { error } = await auth.mfa.recoveryCodes.verify({ code });
  if (error) throw error;
}
