/** Destination of a sign-in, and the links that pass the wanted page from one screen to the next. */
import type { QueryClient } from '@tanstack/react-query';
import { paths } from '@/app/pages';
import { chosenPlan } from '@/entities/plan/plan-choice';
import { periodInAddress } from '@/entities/plan/plan-period';
import { nextPath } from './next-path';

/** The `next` of the present address. */
export function presentNext(): string | undefined {
  return nextPath(location.search, location.origin);
}

/** The wanted page, else the chosen plan. */
export function wantedPage(): string | undefined {
  const chosen = chosenPlan();
  const next = presentNext();
  if (next || !chosen) return next;
  return paths.pricingWith({ plan: chosen.plan, period: periodInAddress(chosen.period) });
}

/** The wanted page, else the person's own first page. */
export async function afterSignIn(queries: QueryClient): Promise<string> {
  const wanted = wantedPage();
  if (wanted) return wanted;
  const { firstPage } = await import('./first-page');
  return firstPage(queries);
}

/** The continue page for e-mails and external providers, as an absolute address. */
export function continueUrl(next: string | undefined): string {
  return location.origin + paths.accountContinue(next);
}
