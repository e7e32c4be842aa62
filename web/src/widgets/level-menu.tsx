import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Bell, BellOff, BellPlus, BellRing, type LucideIcon } from 'lucide-react';
import { Suspense, useState } from 'react';
import { LEVEL_NAMES, type Level, levelQuery, levelsKey, type Place, setLevel } from '@/entities/levels';
import { Button } from '@/ui/button';
import { latePart } from '@/ui/start/late-part';
import { useAction } from './use-action';

const ICONS: Record<Level, LucideIcon> = {
  acompanhar: BellRing,
  seguir: BellPlus,
  normal: Bell,
  silenciar: BellOff,
};

const LevelChoices = latePart(() => import('./level-choices'));

export interface LevelMenuProps {
  userId: string;
  place: Place;
  /** Beside a name on a narrow place: the icon only. */
  compact?: boolean;
  /** Name of the channel or post, for screen readers. */
  name: string;
}

/** Shows and changes what the person wants to know of a channel or a post. */
export function LevelMenu({ userId, place, compact = false, name }: LevelMenuProps) {
  const queryClient = useQueryClient();
  const query = levelQuery(userId, place);
  const { data: own } = useQuery(query);
  const [used, setUsed] = useState(false);
  const change = useAction({
    run: (level: Level | null) => {
      queryClient.setQueryData(query.queryKey, level);
      return setLevel(userId, place, level);
    },
    refreshes: [levelsKey, ['community', 'unread']],
    failure: 'O nível de avisos não foi alterado.',
  });
  if (own === undefined) return null;
  const isPost = 'post' in place;
  const Icon = ICONS[own ?? 'normal'];
  const shown = (own ? LEVEL_NAMES[own] : isPost ? 'Como no canal' : LEVEL_NAMES.normal).toLowerCase();
  const trigger = (
    <Button
      variant={compact ? 'ghost' : 'line'}
      size={compact ? 'icon' : 'small'}
      aria-label={`Avisos: ${shown} (${name})`}
      aria-haspopup="menu"
      title={compact ? `Avisos: ${shown}` : undefined}
      {...(!used && { onClick: () => setUsed(true) })}
    >
      <Icon aria-hidden="true" className="size-4" strokeWidth={1.6} />
      {!compact && `Avisos: ${shown}`}
    </Button>
  );
  if (!used) return trigger;
  return (
    <Suspense fallback={trigger}>
      <LevelChoices
        isPost={isPost}
        own={own}
        label={`Avisos: ${name}`}
        trigger={trigger}
        onChoose={(level) => change.mutate(level)}
      />
    </Suspense>
  );
}
