import { Menu } from 'lucide-react';
import { Suspense, useState } from 'react';
import { Button } from '@/ui/button';
import { latePart } from '@/ui/start/late-part';
import type { Entry } from './navigation';
import type { Unread } from './unread';

const PhoneSheet = latePart(() => import('./phone-sheet'));

interface PhoneMenuProps {
  entries: readonly Entry[];
  bottom: Entry;
  unread: Unread;
}

export function PhoneMenu({ entries, bottom, unread }: PhoneMenuProps) {
  const [open, setOpen] = useState(false);
  const [used, setUsed] = useState(false);
  return (
    <>
      <Button
        variant="ghost"
        size="icon"
        aria-label="Abrir menu"
        aria-haspopup="dialog"
        className="-ml-3 lg:hidden"
        onClick={() => {
          setUsed(true);
          setOpen(true);
        }}
      >
        <Menu aria-hidden="true" className="size-5" strokeWidth={1.6} />
      </Button>
      {used && (
        <Suspense>
          <PhoneSheet rows={[...entries, bottom]} unread={unread} open={open} onOpenChange={setOpen} />
        </Suspense>
      )}
    </>
  );
}
