/** Schema of the visual editor: the Markdown of posts, except tables and HTML. */
import { Extension, Node } from '@tiptap/core';
import { Code } from '@tiptap/extension-code';
import { Heading } from '@tiptap/extension-heading';
import { Image } from '@tiptap/extension-image';
import StarterKit from '@tiptap/starter-kit';
import { paths } from '@/app/pages';
import { PICTURES_PATH } from '../pictures/pictures';

/** Path of a member's card: a link to it is a mention. */
export const MEMBER_PATH = paths.membersMember('');
/** Other pictures are shown as links. */
export const FILES_PATH = '/storage/v1/object/';

const SIGNED_PATH = PICTURES_PATH.replace('/authenticated/', '/sign/');

/** The path of an address on this site, as texts contain it. Pasted HTML has whole addresses. */
function ownPath(address: string | null): string | null {
  if (!address) return null;
  const origin = globalThis.location?.origin;
  return origin && address.startsWith(`${origin}/`) ? address.slice(origin.length) : address;
}

/** The address under which a pasted picture is stored; null for one from elsewhere. */
function storedAddress(address: string | null): string | null {
  const path = ownPath(address);
  if (path?.startsWith(SIGNED_PATH)) return PICTURES_PATH + path.slice(SIGNED_PATH.length).replace(/\?.*$/, '');
  return path?.startsWith(FILES_PATH) ? path : null;
}

/** Pictures stand in lines, as in Markdown. Those of pasted text are kept where this site has them. */
export const Picture = Image.extend({
  // Without `src`: only a signed link of it loads.
  renderHTML: ({ node }) => ['img', { 'data-picture': String(node.attrs.src), alt: String(node.attrs.alt ?? '') }],
  parseHTML: () => [
    {
      tag: 'img',
      getAttrs: (element) => {
        const src = element.getAttribute('data-picture') ?? storedAddress(element.getAttribute('src'));
        return src === null ? false : { src, alt: element.getAttribute('alt'), width: null, height: null };
      },
    },
  ],
}).configure({ inline: true });

/** A member's name, which is written or removed as a whole. */
export const MemberMention = Node.create({
  name: 'mention',
  group: 'inline',
  inline: true,
  atom: true,
  selectable: false,
  // Before links.
  priority: 1_100,
  addAttributes: () => ({ id: { default: '' }, label: { default: '' } }),
  parseHTML: () => [
    {
      tag: 'a[href]',
      // Before the mark of links.
      priority: 1_100,
      getAttrs: (element) => {
        const path = ownPath(element.getAttribute('href'));
        const label = element.textContent?.trim() ?? '';
        if (!path?.startsWith(MEMBER_PATH) || !label.startsWith('@')) return false;
        return { id: path.slice(MEMBER_PATH.length), label: label.slice(1) };
      },
    },
  ],
  renderHTML: ({ node }) => ['a', { href: MEMBER_PATH + String(node.attrs.id) }, `@${String(node.attrs.label)}`],
  renderText: ({ node }) => `@${String(node.attrs.label)}`,
});

/** Markdown distinguishes lists with space between their items from those without. */
const ListSpacing = Extension.create({
  name: 'listSpacing',
  addGlobalAttributes: () => [
    { types: ['bulletList', 'orderedList'], attributes: { tight: { default: true, rendered: false } } },
  ],
});

/** Code can be bold, and is the innermost mark: nothing inside it is markup. */
const InlineCode = Code.extend({ excludes: '', priority: 50 });

/** All levels are shown alike, as in posts. */
const PostHeading = Heading.extend({
  renderHTML: () => ['h3', 0],
});

export const schemaExtensions = [
  StarterKit.configure({
    // Underlined text would read as a link.
    underline: false,
    trailingNode: false,
    code: false,
    heading: false,
    link: {
      openOnClick: false,
      // Bare addresses become links when the post is shown.
      autolink: false,
      markdownLinks: true,
      defaultProtocol: 'https',
      HTMLAttributes: { target: null, rel: null },
    },
  }),
  InlineCode,
  PostHeading,
  ListSpacing,
  MemberMention,
];
