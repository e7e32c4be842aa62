/** Where signing in leads, and how the wish for it goes along from one screen to the next. */
import { paths } from '@/app/pages';
import { chosenPlan } from '@/entities/plan-choice';
import { nextPath } from './next-path';

/** The `next` of the present address, as the following screen is to get it. */
export function presentNext(): string | undefined {
  return nextPath(location.search, location.origin);
}

/** The page somebody wanted, else the plan that waits for them, else the members' area. */
export function afterSignIn(): string {
  const plan = chosenPlan();
  return presentNext() ?? (plan ? paths.pricingWith(plan) : paths.members);
}

/** The screen that goes on from a letter or from another service, as an absolute address. */
export function goOnUrl(next: string | undefined): string {
  return location.origin + paths.accountContinue(next);
}
