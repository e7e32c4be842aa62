import { expect, test } from 'vitest';
import { type Checked, checksOf } from './checks';

const LEAVE = 'https://site.test/newsletter/sair/abc';

const email = (body: string, more: Partial<Checked['email']> = {}): Checked['email'] => ({
  subject: 'Oi',
  html: `<p>${body}</p><a class="north" href="${LEAVE}">Parar de receber</a>`,
  text: `Oi\n${LEAVE}`,
  size: 20_000,
  ...more,
});

const states = (checked: Checked) => Object.fromEntries(checksOf(checked).map(({ label, state }) => [label, state]));

const outside: NonNullable<Checked['outside']> = {
  records: {
    domain: 'site.test',
    envelope_domain: 'retorno.site.test',
    spf: 'found',
    dkim: 'found',
    dmarc: 'found',
  },
  links: [{ url: 'https://site.test/x', state: 'works' }],
};

test('a whole letter with a test passes every check', () => {
  const body = '<img src="/a.png" alt="Gráfico"> <a href="https://site.test/x">ler</a>';
  const checked = { email: email(body), readers: 3, outside, tested: 'eu@site.test' };
  expect(new Set(Object.values(states(checked)))).toEqual(new Set(['right']));
});

test('a faulty letter fails the checks', () => {
  const body = '<img src="/a.png" alt=""> <a href="/relativo">ler</a>';
  expect(states({ email: email(body), readers: 0, outside, tested: undefined })).toMatchObject({
    Destinatários: 'wrong',
    'Imagens com descrição': 'doubt',
    'Links completos': 'doubt',
    'Teste enviado a você': 'doubt',
    'Link para sair da lista': 'right',
  });
  const bad = email('', { html: '<p></p>', text: ' ', size: 98_001 });
  expect(states({ email: bad, readers: undefined, outside: undefined, tested: undefined })).toMatchObject({
    'Link para sair da lista': 'wrong',
    Tamanho: 'wrong',
    'Texto simples': 'wrong',
    Destinatários: 'right',
  });
});

test('missing records and broken links are named as warnings', () => {
  const checked: Checked = {
    email: email(''),
    readers: 1,
    outside: {
      records: { ...outside.records, spf: 'several', dkim: 'unset', dmarc: 'missing' },
      links: [
        { url: 'https://longe.test/some', state: 'broken' },
        { url: 'https://rede.test/perfil', state: 'unclear' },
      ],
    },
    tested: 'eu@site.test',
  };
  const checks = checksOf(checked);
  expect(checks.filter(({ state }) => state === 'wrong')).toEqual([]);
  const detail = (name: string) => checks.find(({ label }) => label === name)?.detail;
  expect(detail('SPF')).toMatch(/^retorno\.site\.test: há mais de um registro/);
  expect(detail('DKIM')).toMatch(/^site\.test: não conferido/);
  expect(detail('DMARC')).toMatch(/^site\.test: não encontrado/);
  expect(detail('Links que respondem')).toBe(
    'Não existe: https://longe.test/some. Abra você para conferir, o site não respondeu a nós: https://rede.test/perfil.',
  );
  expect(states({ ...checked, outside: null })).toMatchObject({ 'Domínio e links': 'doubt' });
});
