/** Where signing in leads, and how the wanted page is passed on from one screen to the next. */
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

/** The page that goes on from an e-mail or from another service, as an absolute address. */
export function continueUrl(next: string | undefined): string {
  return location.origin + paths.accountContinue(next);
}
