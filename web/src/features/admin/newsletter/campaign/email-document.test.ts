import { expect, test } from 'vitest';
import { emailParts } from './email-document';

const EMAIL =
  '<html><head><style>@media (prefers-color-scheme: dark) { .ink { color: white } }</style></head><body class="paper" style="margin:0"><p style="color:red">Diga style="assim".</p></body></html>';

test('an email keeps its styles where no policy refuses them', () => {
  const { html } = emailParts(EMAIL, false);
  expect(html).toContain('<body class="paper" data-style="margin:0">');
  expect(html).toContain('<p data-style="color:red">Diga style="assim".</p>');
  expect(html).not.toContain('<style');
});

test('the scheme is the asked one', () => {
  expect(emailParts(EMAIL, true).css).toBe('@media all { .ink { color: white } }');
  expect(emailParts(EMAIL, false).css).toBe('@media not all { .ink { color: white } }');
});
