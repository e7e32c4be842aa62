import type { useSortable } from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import type { ComponentProps, CSSProperties } from 'react';

/**
 * Returns the style of an element that moves while others make room. It is set on the element itself, which the content
 * security policy allows.
 */
export function movedStyle({ transform, transition }: ReturnType<typeof useSortable>): CSSProperties {
  return { ...(transform && { transform: CSS.Translate.toString(transform) }), ...(transition && { transition }) };
}

/** Returns the handlers that begin a drag by pointer or finger. */
export const pointerOf = ({ listeners }: ReturnType<typeof useSortable>) =>
  listeners as Pick<ComponentProps<'button'>, 'onPointerDown'>;
