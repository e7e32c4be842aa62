/** Steps between a new account and a payment page. */
import { expect, type Page } from '@playwright/test';
import { chosen, createAccount, signInByApi } from './accounts.ts';
import { waitForHydration } from './fixtures.ts';
import type { Server } from './server.ts';

let accounts = 0;

/** Opens the payment page of a plan with a new account; returns its address. */
export async function openCheckout(server: Server, page: Page, plan: string): Promise<string> {
  accounts += 1;
  const email = `pagante-${accounts}@exemplo.com.br`;
  await createAccount(server, email, { name: 'Clara Nogueira' });
  await signInByApi(page, email, { password: chosen });
  await page.goto('/pricing');
  await waitForHydration(page);
  await page.getByRole('link', { name: `Assinar o ${plan}` }).click();
  await expect(page).toHaveURL(/\/sandbox\/checkout\/cs_test_/);
  return email;
}

/** The page becomes visible again after being in the background. */
export const comeBack = (page: Page) =>
  page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
