import { expect, test } from 'vitest';
import { withOffers } from './partly-open';

const HTML = '<p>a</p><section data-audience="members"><p>b</p></section><p>c</p>';

test('an offer names its plan and links to the sign-in', () => {
  const plan = { id: 'update', name: 'Up & go', price: 'R$ 47 por mês', opens: [] } as const;
  const html = withOffers(HTML, plan, '/cartas/uma');
  expect(html).toContain('<p>b</p><p class="offer">A partir do plano Up &amp; go, R$ 47 por mês.');
  expect(html).toContain('<a href="/pricing">Ver planos</a>');
  expect(html).toContain('?next=%2Fcartas%2Fuma">Entrar</a></p></section><p>c</p>');
});

test('a signed-in reader is offered plans without a sign-in', () => {
  expect(withOffers(HTML, undefined)).toContain('<p>b</p><p class="offer"><a href="/pricing">Ver planos</a></p>');
});
