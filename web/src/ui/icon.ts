/**
 * Icons of lucide-react in the built site, in the place of the library's own component (web/icons.ts). That one weighs
 * 1.5 KB on every page, for sizes, contexts and class names that nothing here uses.
 */
import { createElement, type ReactElement, type SVGProps } from 'react';

type Shape = readonly [tag: string, attributes: Readonly<Record<string, string>>];

const FRAME = {
  xmlns: 'http://www.w3.org/2000/svg',
  width: 24,
  height: 24,
  viewBox: '0 0 24 24',
  fill: 'none',
  stroke: 'currentColor',
  strokeWidth: 2,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
  'aria-hidden': true,
} as const;

export default function createIcon({ node }: { node: readonly Shape[] }) {
  const shapes = node.map(([tag, attributes]) => createElement(tag, attributes));
  return (props: SVGProps<SVGSVGElement>): ReactElement => createElement('svg', { ...FRAME, ...props }, ...shapes);
}
