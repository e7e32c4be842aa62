import { ArrowUpRight } from 'lucide-react';
import { paths } from '@/app/pages';
import { Link } from '@/ui/link';
import { Sheet } from '@/ui/sheet';
import { type Entry, isCurrentEntry, usePlace } from './navigation';
import { NewMark } from './new-mark';
import { newBehind, type Unread } from './unread';

export interface PhoneSheetProps {
  rows: readonly Entry[];
  unread: Unread;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** The menu itself, loaded when it is opened first. */
export default function PhoneSheet({ rows, unread, open, onOpenChange }: PhoneSheetProps) {
  return (
    <Sheet open={open} onOpenChange={onOpenChange} title="Menu">
      <nav aria-label="Área de membros" className="-my-6">
        {/* The links themselves are what is operated; this only notices that one was followed. */}
        <ul
          onClickCapture={(event) =>
            event.target instanceof Element && event.target.closest('a') && onOpenChange(false)
          }
        >
          {rows.map((entry) => (
            <PhoneRow key={entry.path} entry={entry} count={newBehind(entry.path, unread)} />
          ))}
          <li>
            <Link href={paths.home} className="flex min-h-14 items-center gap-4 type-ui text-muted-foreground">
              <ArrowUpRight aria-hidden="true" className="size-4.5 shrink-0" strokeWidth={1.6} />
              Ir para o site
            </Link>
          </li>
        </ul>
      </nav>
    </Sheet>
  );
}

function PhoneRow({ entry, count }: { entry: Entry; count: number }) {
  const place = usePlace();
  const { path, label, icon: Icon } = entry;
  return (
    <li>
      <Link
        href={path}
        aria-current={isCurrentEntry(entry, place) ? 'page' : undefined}
        className="relative flex min-h-14 items-center gap-4 border-b border-border type-title-2 aria-[current]:before:absolute aria-[current]:before:inset-y-3 aria-[current]:before:-left-6 aria-[current]:before:w-0.75 aria-[current]:before:bg-north"
      >
        <Icon aria-hidden="true" className="size-4.5 shrink-0" strokeWidth={1.6} />
        {label}
        <NewMark count={count} />
      </Link>
    </li>
  );
}
