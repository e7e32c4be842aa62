import type { ReactNode } from 'react';
import { communityText } from './text';

/** What happens while a page is open. It lies over the page, also a scrolled one, and moves nothing. */
export function LiveNotes({ offline, children }: { offline: boolean; children?: ReactNode }) {
  if (!offline && !children) return null;
  return (
    <div className="pointer-events-none sticky top-20 z-10 grid h-0 justify-items-center gap-2 *:pointer-events-auto *:-translate-y-1/2">
      {offline && (
        <p role="status" className="border-l-3 border-warning bg-warning-tint px-4 py-2 text-small shadow-pop">
          {communityText.offline}
        </p>
      )}
      {children}
    </div>
  );
}
