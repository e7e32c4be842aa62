/** The second factors during sign-in, and proving one. Every call throws the service's refusal. */
import { queryOptions } from '@tanstack/react-query';
import { callAuth, type Factor } from '@/lib/backend';

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
      const data = await callAuth((auth) => auth.mfa.listFactors());
      return methodsOf(data.all);
    },
    // They may change on another device.
    staleTime: 0,
    gcTime: 0,
  });
}

export async function proveTotp(factorId: string, code: string): Promise<void> {
  await callAuth((auth) => auth.mfa.challengeAndVerify({ factorId, code }));
}

export async function sendPhoneCode(factorId: string): Promise<string> {
  const data = await callAuth((auth) => auth.mfa.challenge({ factorId, channel: 'sms' }));
  return data.id;
}

export async function provePhone(factorId: string, challengeId: string, code: string): Promise<void> {
  await callAuth((auth) => auth.mfa.verify({ factorId, challengeId, code }));
}

/** A security key or passkey; the browser asks for it. */
export async function proveKey(factorId: string): Promise<void> {
  await callAuth((auth) => auth.mfa.webauthn.authenticate({ factorId }));
}

/** One of the ten recovery codes. */
export async function proveRecoveryCode(code: string): Promise<void> {
  await callAuth((auth) => auth.mfa.recoveryCodes.verify({ code }));
}
