/** The way to a payment page, as a new person takes it. */
import { type APIRequestContext, expect, type Page, test } from '@playwright/test';
import { chosen, newAccount } from './new-account.ts';

let people = 0;

/** Gives address and password at the members' login; hashing takes its time where much else runs. */
export async function fillDoor(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Senha').fill(chosen);
  const answer = page.waitForResponse('**/auth/v1/token?grant_type=password');
  await page.getByRole('button', { name: 'Entrar' }).click();
  await answer;
}

/** A new account, signed in, at the payment page of a plan. */
export async function setOut(page: Page, request: APIRequestContext, plan: string): Promise<string> {
  people += 1;
  const email = `pagante-${Date.now()}-${people}-${test.info().parallelIndex}@exemplo.com.br`;
  await newAccount(request, email, 'Clara Nogueira');
  await page.goto('/membros/apresentacao?next=/pricing');
  await fillDoor(page, email);
  await expect(page).toHaveURL('/pricing');
  await page.getByRole('link', { name: `Assinar o ${plan}` }).click();
  await expect(page).toHaveURL(/\/sandbox\/checkout\/cs_test_/);
  return email;
}

/** The person comes back to a page that stood open behind others. */
export const comeBack = (page: Page) =>
  page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
