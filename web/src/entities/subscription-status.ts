/** Rights of a subscription that follow from its status. */
import type { SubscriberStatus } from '@/generated/database';

/** `running`: nothing is owed. `owing`: charges may follow all the same. */
type Stage = 'running' | 'owing' | 'none';

const STAGES: Readonly<Record<SubscriberStatus, Stage>> = {
  incomplete: 'none',
  incomplete_expired: 'none',
  trialing: 'running',
  active: 'running',
  past_due: 'owing',
  canceled: 'none',
  unpaid: 'owing',
  paused: 'owing',
  courtesy: 'none',
  unknown: 'none',
};

/** The provider's word may be unknown here. */
const stageOf = (status: string): Stage => (STAGES as Readonly<Record<string, Stage | undefined>>)[status] ?? 'none';

/** Returns `true` if it may still be charged, so that the payment provider has something to manage. */
export const isLive = (status: string): boolean => stageOf(status) !== 'none';

/** Returns `true` if it can be canceled for the end of the period. */
export const canEnd = (status: string): boolean => stageOf(status) === 'running';
