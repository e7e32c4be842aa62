import { ShortcutHelp } from '@/widgets/shortcut-help';
import { GROUPS } from './list';

/** The dialog with the shortcuts of community and forum. */
export default function CommunityShortcuts({ userId, onClose }: { userId: string; onClose: () => void }) {
  return (
    <ShortcutHelp userId={userId} groups={GROUPS} without="Sem eles, continua só Ctrl + Enter." onClose={onClose} />
  );
}
