/** The plans, as people read them. */

export const PLAN_NAMES = { update: 'Update', scale: 'Scale', professional: 'Professional' } as const;

/** The name of a plan; `none` where it is none of them. */
export function planName(id: string | null, none = '–'): string {
  return Object.entries(PLAN_NAMES).find(([plan]) => plan === id)?.[1] ?? none;
}
