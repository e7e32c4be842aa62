import { expect, test } from 'vitest';
import { sharedPage, shareImagePath } from './share-card';

const card = { title: 'Contato', text: 'Três canais.' };

test("a picture's address leads back to its page", () => {
  for (const page of ['/', '/sobre', '/conteudos/artigos', '/blog/0b7c']) {
    const [path = ''] = shareImagePath(page, card, 'Ana').split('?');
    expect(sharedPage(path)).toBe(page);
  }
  for (const other of ['/share', '/share/.png', '/share/sobre', '/share/sobre.jpg', '/x/share/sobre.png', '/sobre']) {
    expect(sharedPage(other)).toBeUndefined();
  }
});

test('other words make another address, the same words the same', () => {
  const address = shareImagePath('/contato', card, 'Ana');
  expect(shareImagePath('/contato', { ...card }, 'Ana')).toBe(address);
  const subject = { id: '1', content_type: 'audio', category: null };
  const changed = [
    { ...card, title: 'Contatos' },
    { ...card, text: '' },
    { ...card, label: 'x' },
    { ...card, subject },
  ];
  const addresses = changed.map((other) => shareImagePath('/contato', other, 'Ana'));
  addresses.push(shareImagePath('/contato', card, 'Bia'));
  expect(new Set([address, ...addresses]).size).toBe(6);
});
