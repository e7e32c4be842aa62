/** Where a sign-in leads, and how the wanted page is passed from one screen to the next. */
import { paths } from '@/app/pages';
import { chosenPlan } from '@/entities/plan-choice';
import { periodInAddress } from '@/entities/plan-period';
import { nextPath } from './next-path';

/** The `next` of the present address. */
export function presentNext(): string | undefined {
  return nextPath(location.search, location.origin);
}

/** The wanted page, else the chosen plan, else the members' area. */
export function afterSignIn(): string {
  const chosen = chosenPlan();
  const next = presentNext();
  if (next || !chosen) return next ?? paths.members;
  return paths.pricingWith({ plan: chosen.plan, period: periodInAddress(chosen.period) });
}

/** The continue page for e-mails and external providers, as an absolute address. */
export function continueUrl(next: string | undefined): string {
  return location.origin + paths.accountContinue(next);
}
