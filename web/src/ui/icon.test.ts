import { Lock } from 'lucide-react';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import createIcon from './icon';

const OwnLock = createIcon({
  node: [
    ['rect', { width: '18', height: '11', x: '3', y: '11', rx: '2', ry: '2' }],
    ['path', { d: 'M7 11V7a5 5 0 0 1 10 0v4' }],
  ],
});

test('an icon is drawn as the library draws it', () => {
  const props = { strokeWidth: 1.6, fill: 'currentColor', className: 'size-4' };
  const parts = (markup: string) => markup.match(/[\w-]+="[^"]*"|<\/?\w+/g)?.sort();
  const library = renderToStaticMarkup(createElement(Lock, props)).replace('lucide lucide-lock ', '');
  expect(parts(renderToStaticMarkup(createElement(OwnLock, props)))).toEqual(parts(library));
});
