import { useQuery } from '@tanstack/react-query';
import { memberPreferencesQuery, useMemberPreferences } from '@/entities/member-preferences';
import { FAILURE_ADVICE, failureOf } from '@/lib/errors';
import { Switch } from '@/ui/switch';
import { toast } from '@/ui/toast';
import { ShortcutDialog, type ShortcutGroup } from './shortcut-dialog';

export interface ShortcutHelpProps {
  userId: string;
  groups: readonly ShortcutGroup[];
  /** Description of the actions that remain without single keys. */
  without: string;
  onClose: () => void;
}

/** The dialog with all shortcuts, and the switch of those of a single key. */
export function ShortcutHelp({ userId, groups, without, onClose }: ShortcutHelpProps) {
  const { data: preferences } = useQuery(memberPreferencesQuery(userId));
  const change = useMemberPreferences(userId, (error) =>
    toast({
      title: 'A escolha dos atalhos não foi gravada.',
      description: FAILURE_ADVICE[failureOf(error).kind],
      tone: 'destructive',
    }),
  );
  return (
    <ShortcutDialog groups={groups} onClose={onClose}>
      <Switch
        label="Atalhos de uma tecla"
        description={without}
        checked={preferences?.single_keys ?? false}
        disabled={!preferences}
        onCheckedChange={(wanted) => change.mutate({ single_keys: wanted })}
        className="mt-2"
      />
    </ShortcutDialog>
  );
}
