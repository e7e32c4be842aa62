/** What plans entitle to. */
import type { Entitlement } from '@/generated/content';
import { entitlementLabels } from '@/generated/entitlements';

/** Those that open contents and courses. */
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
