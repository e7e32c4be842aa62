import { Fragment, type ReactNode } from 'react';
import { CloseButton, Dialog } from '@/ui/dialog';

export interface Shortcut {
  keys: readonly string[];
  label: string;
  /** Relation of the keys. Without it they are pressed one after the other. */
  join?: 'together' | 'either';
}

export interface ShortcutGroup {
  title: string;
  shortcuts: readonly Shortcut[];
}

export interface ShortcutDialogProps {
  groups: readonly ShortcutGroup[];
  onClose: () => void;
  /** Below the list. */
  children?: ReactNode;
}

/** The dialog that lists shortcuts. */
export function ShortcutDialog({ groups, onClose, children }: ShortcutDialogProps) {
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title="Atalhos do teclado" footer={<CloseButton />}>
      {groups.map(({ title, shortcuts }) => (
        <section key={title} className="mt-2">
          <h3 className="border-b border-border pb-1 type-meta">{title}</h3>
          <dl className="mt-1 grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 type-ui">
            {shortcuts.map((shortcut) => (
              <Fragment key={shortcut.label}>
                <dt className="py-1">{shortcut.label}</dt>
                <dd className="py-1">
                  <Keys {...shortcut} />
                </dd>
              </Fragment>
            ))}
          </dl>
        </section>
      ))}
      {children}
    </Dialog>
  );
}

const JOINS = { together: '+', either: 'ou', after: 'depois' };

function Keys({ keys, join }: Shortcut) {
  return (
    <span className="flex items-center justify-end gap-1.5 text-small text-muted-foreground">
      {keys.map((key, index) => (
        <Fragment key={key}>
          {index > 0 && <span>{JOINS[join ?? 'after']}</span>}
          <kbd className="grid min-h-6 min-w-6 place-items-center rounded-sm border border-border bg-muted px-1.5 font-sans text-small text-foreground">
            {key}
          </kbd>
        </Fragment>
      ))}
    </span>
  );
}
