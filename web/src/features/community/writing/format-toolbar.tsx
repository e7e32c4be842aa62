import { Bold, Code, ImagePlus, Italic, Link, List, type LucideIcon, TextQuote } from 'lucide-react';
import { type ReactNode, type RefObject, useRef } from 'react';
import { ACCEPTED } from '../pictures/pictures';
import type { WrittenText } from '../pictures/use-pictures';
import { EmojiButton } from './emoji-button';
import type { Mark } from './markdown';

export const TOOLS: readonly { mark: Mark; label: string; icon: LucideIcon; key?: string }[] = [
  { mark: 'bold', label: 'Negrito', icon: Bold, key: 'b' },
  { mark: 'italic', label: 'Itálico', icon: Italic, key: 'i' },
  { mark: 'link', label: 'Link', icon: Link, key: 'k' },
  { mark: 'list', label: 'Lista', icon: List },
  { mark: 'quote', label: 'Citação', icon: TextQuote },
  { mark: 'code', label: 'Código', icon: Code },
];

const TOOL =
  'grid size-11 place-items-center rounded-md text-muted-foreground transition-colors duration-(--dur-1) hover:bg-accent hover:text-foreground aria-pressed:bg-accent aria-pressed:text-foreground lg:size-9';

export interface FormatToolbarProps {
  /** Returns `true` if the caret stands in such text; absent where that is not known. */
  isOn: ((mark: Mark) => boolean) | undefined;
  /** True if the text can be changed. */
  isReady: boolean;
  text: RefObject<WrittenText | null>;
  onPictures: (files: readonly File[]) => void;
  children: ReactNode;
}

/** Toolbar for a text that is being written. It stays where one editor takes the place of the other. */
export function FormatToolbar({ isOn, isReady, text, onPictures, children }: FormatToolbarProps) {
  const files = useRef<HTMLInputElement>(null);
  return (
    <>
      <div role="toolbar" aria-label="Formatação" className="mt-1 -ml-2.5 flex flex-wrap items-center">
        {TOOLS.map(({ mark, label, icon: Icon, key }) => (
          <button
            key={mark}
            type="button"
            aria-label={label}
            aria-pressed={isOn?.(mark)}
            disabled={!isReady}
            title={key ? `${label} (Ctrl+${key.toUpperCase()})` : label}
            onClick={() => text.current?.apply(mark)}
            className={TOOL}
          >
            <Icon aria-hidden="true" className="size-4" strokeWidth={1.8} />
          </button>
        ))}
        <button
          type="button"
          aria-label="Imagem"
          title="Imagem"
          disabled={!isReady}
          onClick={() => files.current?.click()}
          className={TOOL}
        >
          <ImagePlus aria-hidden="true" className="size-4" strokeWidth={1.8} />
        </button>
        <EmojiButton
          className={TOOL}
          disabled={!isReady}
          onSelect={(emoji) => text.current?.write(emoji)}
          onClose={() => text.current?.focus()}
        />
        {children}
      </div>
      <input
        ref={files}
        type="file"
        multiple
        accept={ACCEPTED}
        aria-label="Imagens"
        tabIndex={-1}
        className="sr-only"
        onChange={(event) => {
          onPictures([...(event.target.files ?? [])]);
          event.target.value = '';
        }}
      />
    </>
  );
}
