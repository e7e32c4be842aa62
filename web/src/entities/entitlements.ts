/** Entitlements of plans. */
import type { Entitlement } from '@/generated/content';
import { entitlementLabels } from '@/generated/entitlements';

/** Entitlements that open contents and courses. */
const OPENING = [
  'updates',
  'articles',
  'podcasts',
  'masterclasses',
  'downloads',
  'courses',
  'early_access',
] as const satisfies readonly Entitlement[];

/** [`OPENING`] as options of a field. */
export const OPENING_OPTIONS = OPENING.map((name) => ({ value: name, label: entitlementLabels[name] }));
