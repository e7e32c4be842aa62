import { Images } from 'lucide-react';
import { Suspense, useState } from 'react';
import { Button } from '@/ui/button';
import { latePart } from '@/ui/start/late-part';
import type { MediaFile, MediaKind } from './queries';

const MediaPicker = latePart(() => import('./media-picker'));

export interface LibraryButtonProps {
  kind: MediaKind;
  disabled: boolean;
  onChoose: (file: MediaFile) => void;
}

/** Opens the media library, beside the button that sends a file. */
export function LibraryButton({ kind, disabled, onChoose }: LibraryButtonProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button variant="ghost" size="small" disabled={disabled} onClick={() => setIsOpen(true)}>
        <Images aria-hidden="true" className="size-4" strokeWidth={1.6} />
        Escolher da biblioteca
      </Button>
      {isOpen && (
        <Suspense>
          <MediaPicker
            kind={kind}
            onChoose={(file) => {
              setIsOpen(false);
              onChoose(file);
            }}
            onClose={() => setIsOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
}
