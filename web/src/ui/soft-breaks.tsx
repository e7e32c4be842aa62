import { Fragment } from 'react';

/** An email address, a file's name or another long word that breaks after its signs, not within its words. */
export function SoftBreaks({ text }: { text: string }) {
  return text.split(/(?<=[@._/])/).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts never move
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}
