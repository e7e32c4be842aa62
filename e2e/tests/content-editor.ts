/** The visual editor of the panel's contents. */
import type { Page } from '@playwright/test';
import { openAsAdmin } from './fixtures.ts';

export const text = (page: Page) => page.getByRole('textbox', { name: 'Texto do artigo (corpo)' });

/** A new article with the caret in its empty text. */
export async function openEditor(page: Page) {
  await openAsAdmin(page, '/admin/conteudos/novo');
  await text(page).click();
}

/** The text as it will be stored, without the breaks between blocks; those of code stay. */
export async function stored(page: Page): Promise<string> {
  await page.getByRole('tab', { name: 'HTML/Markdown' }).click();
  const html = await text(page).inputValue();
  return html.replace(/\n(?![^<]*<\/code>)/g, '');
}

/** The empty text again, with the caret in it. */
export async function startAnew(page: Page) {
  await page.getByRole('tab', { name: 'HTML/Markdown' }).click();
  await text(page).fill('');
  await page.getByRole('tab', { name: 'Editor' }).click();
  await text(page).click();
}
