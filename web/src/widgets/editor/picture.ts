/** A picture of a text, with its description and, below it, a caption. */
import { Image } from '@tiptap/extension-image';
import { FOREIGN } from './paste/clean-paste';

export const Picture = Image.extend({
  addAttributes() {
    return {
      ...this.parent?.(),
      caption: { default: '', rendered: false },
      // Names it until it is stored here.
      foreign: {
        default: null,
        parseHTML: (element: HTMLElement) => element.getAttribute(FOREIGN),
        renderHTML: ({ foreign }: Record<string, unknown>) => (foreign ? { [FOREIGN]: foreign } : {}),
      },
    };
  },
  parseHTML() {
    return [
      { tag: 'figure', getAttrs: (figure) => attributesOf(figure) },
      // Pictures in the text itself are sent before they are stored.
      { tag: 'img[src]' },
    ];
  },
  renderHTML({ node, HTMLAttributes }) {
    const caption = String(node.attrs.caption ?? '');
    const picture = ['img', HTMLAttributes] as const;
    return caption ? ['figure', {}, picture, ['figcaption', {}, caption]] : picture;
  },
});

/** Of a figure that is one picture. */
function attributesOf(figure: HTMLElement): Record<string, string | null> | false {
  const [picture, ...others] = figure.querySelectorAll('img');
  if (!picture?.getAttribute('src') || others.length > 0) return false;
  const named = ['src', 'alt', 'title', 'width', 'height'].map((name) => [name, picture.getAttribute(name)]);
  const caption = figure.querySelector('figcaption')?.textContent?.replace(/\s+/g, ' ').trim() ?? '';
  return { ...Object.fromEntries(named), caption, foreign: picture.getAttribute(FOREIGN) };
}
