/** A picture of a text, with its description and, below it, a caption. */
import { Image } from '@tiptap/extension-image';
import { type Attrs, type DOMOutputSpec, DOMSerializer } from '@tiptap/pm/model';
import { keyOfPicture, pictureLink } from '@/lib/closed-pictures';
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
  addNodeView() {
    return ({ node, HTMLAttributes }) => {
      const { dom } = DOMSerializer.renderSpec(document, pictureOf(node.attrs, HTMLAttributes));
      const picture = dom instanceof HTMLImageElement ? dom : (dom as Element).querySelector('img');
      let shown = node.attrs;
      if (picture) showByLink(picture);
      return {
        dom,
        // What is shown by a link is no change of the text.
        ignoreMutation: ({ type }) => type !== 'selection',
        // Words and sizes change in place: the picture is not loaded anew.
        update: ({ type, attrs }) => {
          if (type !== node.type || !picture || kindOf(attrs) !== kindOf(shown)) return false;
          shown = attrs;
          for (const name of ['alt', 'title', 'width', 'height']) {
            if (attrs[name] === null || attrs[name] === undefined) picture.removeAttribute(name);
            else picture.setAttribute(name, String(attrs[name]));
          }
          const caption = (dom as Element).querySelector('figcaption');
          if (caption) caption.textContent = String(attrs.caption ?? '');
          return true;
        },
      };
    };
  },
  renderHTML({ node, HTMLAttributes }) {
    return pictureOf(node.attrs, HTMLAttributes);
  },
});

/** Returns the attributes whose change draws a picture anew. */
const kindOf = ({ src, foreign, caption }: Attrs): string => JSON.stringify([src, foreign, Boolean(caption)]);

/** Shows a stored picture by a link of who writes: a draft's is not open to visitors. */
function showByLink(picture: HTMLImageElement): void {
  const address = picture.getAttribute('src') ?? '';
  // The content security policy shows none of them, and reports each.
  if (/^http:/i.test(address) && !address.startsWith(`${location.origin}/`)) {
    picture.removeAttribute('src');
    return;
  }
  const key = keyOfPicture(address, location.origin);
  if (!key) return;
  picture.removeAttribute('src');
  void pictureLink(key).then((link) => {
    picture.src = link ?? address;
  });
}

/** Returns the HTML of a picture: a figure if it has a caption. */
function pictureOf(attributes: Attrs, written: Record<string, unknown>): DOMOutputSpec {
  const caption = String(attributes.caption ?? '');
  const picture = ['img', written] as const;
  return caption ? ['figure', {}, picture, ['figcaption', {}, caption]] : picture;
}

/** Returns the attributes of a figure that is one picture, or `false` for others. */
function attributesOf(figure: HTMLElement): Record<string, string | null> | false {
  const [picture, ...others] = figure.querySelectorAll('img');
  if (!picture?.getAttribute('src') || others.length > 0) return false;
  const named = ['src', 'alt', 'title', 'width', 'height'].map((name) => [name, picture.getAttribute(name)]);
  const caption = figure.querySelector('figcaption')?.textContent?.replace(/\s+/g, ' ').trim() ?? '';
  return { ...Object.fromEntries(named), caption, foreign: picture.getAttribute(FOREIGN) };
}
