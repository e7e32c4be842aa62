import { Images } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { usePanelAccess } from '@/entities/panel-access';
import { Button } from '@/ui/button';
import type { MediaFile, MediaKind } from './queries';

const MediaPicker = lazy(() => import('./media-picker'));

export interface LibraryButtonProps {
  kind: MediaKind;
  disabled: boolean;
  onChoose: (file: MediaFile) => void;
}

/** Opens the media library, beside the button that sends a file. Editors have no library. */
export function LibraryButton({ kind, disabled, onChoose }: LibraryButtonProps) {
  const { isAdmin } = usePanelAccess();
  const [isOpen, setIsOpen] = useState(false);
  if (!isAdmin) return null;
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
