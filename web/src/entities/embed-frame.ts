import { FRAME } from '@/ui/player/external-player';
import { externalSource } from './external/external-source';

/** Puts the recording that a link leads to in the link's place. Returns `false` if it leads to no recording. */
export function playRecording(link: HTMLAnchorElement): boolean {
  const source = externalSource(link.href);
  if (!source) return false;
  const { sandbox, ...attributes } = FRAME;
  const frame = document.createElement('iframe');
  frame.setAttribute('sandbox', sandbox);
  Object.assign(frame, attributes, { title: link.textContent, src: source.frame });
  link.replaceWith(frame);
  frame.focus();
  return true;
}
