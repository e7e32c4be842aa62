/** The words of a form as plain text, a line for each block, for comparing and copying. */
import { inertHtml } from '@/widgets/editor/inert-html';
import { toHtml } from '@/widgets/editor/markup';
import type { FormValues } from '../form/model';

const BLOCKS = 'p,h1,h2,h3,h4,h5,h6,li,blockquote,pre,tr,figcaption';

export function bodyText(body: string): string {
  const { body: root } = new DOMParser().parseFromString(inertHtml(toHtml(body)), 'text/html');
  for (const image of root.querySelectorAll('img')) image.replaceWith(`[imagem: ${image.alt || 'sem descrição'}]`);
  for (const line of root.querySelectorAll('br')) line.replaceWith('\n');
  for (const rule of root.querySelectorAll('hr')) rule.replaceWith('\n———\n');
  for (const cell of root.querySelectorAll('td, th')) cell.append(' · ');
  for (const block of root.querySelectorAll(BLOCKS)) block.append('\n');
  const lines = (root.textContent ?? '').split('\n').map((line) => line.replace(/\s+/g, ' ').trim());
  return lines.filter(Boolean).join('\n');
}

export const plainText = ({ title, description, body }: FormValues): string =>
  [title, description, bodyText(body)].filter(Boolean).join('\n\n');
