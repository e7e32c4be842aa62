import { Smile } from 'lucide-react';
import { Suspense, useRef, useState } from 'react';
import { latePart } from '@/ui/start/late-part';

const EmojiPicker = latePart(() => import('./emoji-picker'));

export interface EmojiButtonProps {
  className: string;
  disabled: boolean;
  onSelect: (emoji: string) => void;
  /** The picker was closed; the text field gets the focus again. */
  onClose: () => void;
}

/** Opens the emoji picker, which is loaded then. */
export function EmojiButton({ className, disabled, onSelect, onClose }: EmojiButtonProps) {
  const button = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  const close = () => {
    setOpen(false);
    onClose();
  };
  return (
    <>
      <button
        ref={button}
        type="button"
        aria-label="Emoji"
        title="Emoji"
        disabled={disabled}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(true)}
        className={className}
      >
        <Smile aria-hidden="true" className="size-4" strokeWidth={1.8} />
      </button>
      {open && (
        <Suspense>
          <EmojiPicker
            anchor={button}
            onSelect={(emoji) => {
              onSelect(emoji);
              close();
            }}
            onClose={close}
          />
        </Suspense>
      )}
    </>
  );
}
