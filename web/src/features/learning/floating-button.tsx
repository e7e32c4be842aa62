import { PictureInPicture2 } from 'lucide-react';
import type { MouseEvent } from 'react';
import { Button } from '@/ui/button';

/** Shows the film in a small window above all others, where the browser has such windows. */
export function FloatingButton() {
  if (!document.pictureInPictureEnabled) return null;
  const toggle = async (event: MouseEvent) => {
    const film = event.currentTarget.closest('figure')?.querySelector('video');
    if (document.pictureInPictureElement) await document.exitPictureInPicture();
    else await film?.requestPictureInPicture();
  };
  return (
    <Button
      variant="ghost"
      size="small"
      aria-keyshortcuts="i"
      data-key="floating"
      className="max-sm:hidden"
      onClick={(event) =>
        void toggle(event).catch((reason: unknown) => console.warn('the film has no window of its own', reason))
      }
    >
      <PictureInPicture2 aria-hidden="true" className="size-4.5" strokeWidth={1.6} />
      Janela flutuante
    </Button>
  );
}
