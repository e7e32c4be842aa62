/** Blocks of a text beside those of the editor's kit. */
import { Node } from '@tiptap/core';
import { externalSource } from '@/entities/external/external-source';

/** Paragraphs beside the argument: an example, a warning. */
export const Callout = Node.create({
  name: 'callout',
  group: 'block',
  content: 'block+',
  defining: true,
  parseHTML: () => [{ tag: 'aside' }],
  renderHTML: ({ HTMLAttributes }) => ['aside', HTMLAttributes, 0],
});

/** Name of the part for members, as readers and the editor see it. */
export const MEMBER_PART_LABEL = 'Só para assinantes';

/** Paragraphs that only members read. Everybody else reads a teaser in their place (crates/schema/src/audience.rs). */
export const MemberPart = Node.create({
  name: 'memberPart',
  group: 'block',
  content: 'block+',
  defining: true,
  parseHTML: () => [{ tag: 'section[data-audience]' }],
  renderHTML: () => ['section', { 'data-audience': 'members' }, 0],
  // The name is no part of the text.
  addNodeView: () => () => {
    const dom = document.createElement('section');
    dom.dataset.audience = 'members';
    dom.setAttribute('role', 'group');
    dom.setAttribute('aria-label', MEMBER_PART_LABEL);
    return { dom, contentDOM: dom };
  },
});

/** A recording of another site: a figure that is one link to it. */
export const Embed = Node.create({
  name: 'embed',
  group: 'block',
  atom: true,
  draggable: true,
  addAttributes: () => ({ href: { default: '' }, title: { default: '', rendered: false } }),
  parseHTML: () => [{ tag: 'figure', priority: 60, getAttrs: (figure) => embedOf(figure) ?? false }],
  renderHTML: ({ node, HTMLAttributes }) => {
    const { href, title } = node.attrs as Recording;
    return ['figure', ['a', HTMLAttributes, title], ['figcaption', embedNote(href)]];
  },
});

interface Recording {
  href: string;
  title: string;
}

/** Returns the recording of a figure that is a link to one. */
export function embedOf(figure: Element): Recording | undefined {
  const [link, note, ...others] = figure.children;
  const href = link?.tagName === 'A' && others.length === 0 ? link.getAttribute('href') : null;
  if (!href || !externalSource(href) || (note && note.tagName !== 'FIGCAPTION')) return undefined;
  return { href, title: link?.textContent?.trim() ?? '' };
}

/** A title for a recording that has none. */
export function embedTitle(href: string): string {
  const source = externalSource(href);
  return source ? `${source.kind === 'áudio' ? 'Áudio' : 'Vídeo'} do ${source.provider}` : '';
}

/** Returns the notice that readers should see before they press the link. */
const embedNote = (href: string): string =>
  `${embedTitle(href)}. Ao carregar, o ${externalSource(href)?.provider ?? 'outro site'} recebe seu endereço IP.`;
