import { ArrowUp } from 'lucide-react';
import { formatCount } from '@/lib/format';
import { Button } from '@/ui/button';
import { communityText } from './text';

export interface LiveNotesProps {
  offline: boolean;
  /** New posts that are not shown yet. */
  arrived?: number;
  onShow?: () => void;
}

/** Notes on events while a page is open. They lie over the page, also a scrolled one, and move nothing. */
export default function LiveNotes({ offline, arrived = 0, onShow }: LiveNotesProps) {
  if (!offline && arrived === 0) return null;
  return (
    <div className="pointer-events-none sticky top-20 z-10 grid h-0 justify-items-center gap-2 *:pointer-events-auto *:-translate-y-1/2">
      {offline && (
        <p role="status" className="border-l-3 border-warning bg-warning-tint px-4 py-2 text-small shadow-pop">
          {communityText.offline}
        </p>
      )}
      {arrived > 0 && (
        <Button size="small" className="shadow-pop" onClick={onShow}>
          <ArrowUp aria-hidden="true" className="size-4" strokeWidth={1.8} />
          {formatCount(arrived, 'nova publicação', 'novas publicações')}
        </Button>
      )}
    </div>
  );
}
