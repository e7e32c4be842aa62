import { EmojiPicker as Picker } from 'frimousse';
import { Popover } from 'radix-ui';
import type { AriaAttributes, RefObject } from 'react';

/** Emojis in a row; the width of the picker follows from it. */
const COLUMNS = 8;

export interface EmojiPickerProps {
  /** The button that opened it. */
  anchor: RefObject<HTMLElement | null>;
  onSelect: (emoji: string) => void;
  /** Closed; the text field gets the focus. */
  onClose: () => void;
}

/** The library counts rows and columns from zero, ARIA from one. */
function counted<P extends AriaAttributes>(props: P): P {
  const { 'aria-rowindex': row, 'aria-colindex': column } = props;
  return {
    ...props,
    ...(row !== undefined && { 'aria-rowindex': row + 1 }),
    ...(column !== undefined && { 'aria-colindex': column + 1 }),
  };
}

/** Finds an emoji by its Portuguese name. Its data comes from this site (web/emoji-data.ts). */
export default function EmojiPicker({ anchor, onSelect, onClose }: EmojiPickerProps) {
  return (
    <Popover.Root open onOpenChange={(open) => !open && onClose()}>
      <Popover.Anchor virtualRef={anchor as RefObject<HTMLElement>} />
      <Popover.Portal>
        <Popover.Content
          aria-label="Emojis"
          align="start"
          sideOffset={4}
          collisionPadding={12}
          onCloseAutoFocus={(event) => event.preventDefault()}
          className="z-60 rounded-lg border border-border bg-popover shadow-pop enter-fade focus:outline-none"
        >
          <Picker.Root
            locale="pt"
            columns={COLUMNS}
            emojibaseUrl={import.meta.env.EMOJI_URL}
            onEmojiSelect={({ emoji }) => onSelect(emoji)}
            className="isolate flex h-88 w-fit flex-col"
          >
            <div className="flex items-center gap-2 p-2">
              <Picker.Search
                aria-label="Buscar emoji"
                placeholder="Buscar emoji"
                className="min-h-11 min-w-0 flex-1 appearance-none rounded-md border border-input bg-card px-3 text-sm placeholder:text-muted-foreground lg:min-h-9"
              />
              <Picker.SkinToneSelector
                aria-label="Tom de pele"
                title="Tom de pele"
                className="grid size-11 place-items-center rounded-md text-lg hover:bg-accent lg:size-9"
              />
            </div>
            <Picker.Viewport
              tabIndex={0}
              role="group"
              aria-label="Lista de emojis"
              className="relative flex-1 border-t border-border"
            >
              <Picker.Loading className="absolute inset-0 grid place-items-center type-ui text-muted-foreground">
                Carregando...
              </Picker.Loading>
              <Picker.Empty className="absolute inset-0 grid place-items-center type-ui text-muted-foreground">
                Nenhum emoji encontrado.
              </Picker.Empty>
              <Picker.List
                className="pb-2 select-none"
                components={{
                  CategoryHeader: ({ category, ...rest }) => (
                    <div {...rest} className="bg-popover px-3 pt-3 pb-1.5 type-meta first-letter:uppercase">
                      {category.label}
                    </div>
                  ),
                  Row: ({ children, ...rest }) => (
                    <div {...counted(rest)} className="scroll-my-2 px-2">
                      {children}
                    </div>
                  ),
                  // Drawn by the style sheet: its name is in the label.
                  Emoji: ({ emoji, ...rest }) => (
                    <button
                      {...counted(rest)}
                      type="button"
                      data-emoji={emoji.emoji}
                      className="grid size-9 place-items-center rounded-md text-xl before:content-[attr(data-emoji)] data-active:bg-accent"
                    />
                  ),
                }}
              />
            </Picker.Viewport>
            <Picker.ActiveEmoji>
              {({ emoji }) => (
                <p className="flex min-h-10 w-0 min-w-full items-center gap-2 border-t border-border px-3 text-small text-muted-foreground">
                  {emoji && <span className="text-lg">{emoji.emoji}</span>}
                  <span className="truncate first-letter:uppercase">{emoji?.label ?? 'Escolha um emoji'}</span>
                </p>
              )}
            </Picker.ActiveEmoji>
          </Picker.Root>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
