import { useEffect, useRef } from 'react';
import { MarkdownArea, type MarkdownAreaProps } from './markdown-area';
import { usePictures, type WrittenText } from './use-pictures';

export interface MarkdownFieldProps extends Omit<MarkdownAreaProps, 'pictures' | 'text' | 'area' | 'tools'> {
  /** Pictures are on their way: the text is not complete. */
  onBusyChange: (busy: boolean) => void;
}

/** A text area for Markdown with a small toolbar. */
export default function MarkdownField({ onBusyChange, ...rest }: MarkdownFieldProps) {
  const text = useRef<WrittenText>(null);
  const pictures = usePictures(text, rest.channel, rest.value);
  const { isSending } = pictures;
  useEffect(() => onBusyChange(isSending), [isSending, onBusyChange]);
  return <MarkdownArea {...rest} pictures={pictures} text={text} />;
}
