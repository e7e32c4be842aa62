import { useQuery } from '@tanstack/react-query';
import { Fragment } from 'react';
import { memberPreferencesQuery, useMemberPreferences } from '@/entities/member-preferences';
import { Button } from '@/ui/button';
import { Dialog, DialogClose } from '@/ui/dialog';
import { Switch } from '@/ui/switch';
import { toast } from '@/ui/toast';
import { refusal } from '../actions';
import { GROUPS, type Shortcut } from './list';

export interface ShortcutHelpProps {
  userId: string;
  onClose: () => void;
}

/** The dialog with all shortcuts, and the switch of those of a single key. */
export default function ShortcutHelp({ userId, onClose }: ShortcutHelpProps) {
  const { data: preferences } = useQuery(memberPreferencesQuery(userId));
  const change = useMemberPreferences(userId, (error) =>
    toast(refusal('A escolha dos atalhos não foi gravada.')(error)),
  );
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Atalhos do teclado"
      footer={
        <DialogClose>
          <Button variant="line" size="small">
            Fechar
          </Button>
        </DialogClose>
      }
    >
      {GROUPS.map(({ title, shortcuts }) => (
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
      <Switch
        label="Atalhos de uma tecla"
        description="Sem eles, continua só Ctrl + Enter."
        checked={preferences?.single_keys ?? false}
        disabled={!preferences}
        onCheckedChange={(wanted) => change.mutate({ single_keys: wanted })}
        className="mt-2"
      />
    </Dialog>
  );
}

function Keys({ keys, together = false }: Shortcut) {
  return (
    <span className="flex items-center justify-end gap-1.5 text-small text-muted-foreground">
      {keys.map((key, index) => (
        <Fragment key={key}>
          {index > 0 && <span>{together ? '+' : 'depois'}</span>}
          <kbd className="grid min-h-6 min-w-6 place-items-center rounded-sm border border-border bg-muted px-1.5 font-sans text-small text-foreground">
            {key}
          </kbd>
        </Fragment>
      ))}
    </span>
  );
}
