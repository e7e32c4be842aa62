import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Bell, BellOff, BellPlus, BellRing, type LucideIcon } from 'lucide-react';
import { LEVEL_NAMES, type Level, levelQuery, levelsKey, type Place, setLevel } from '@/entities/levels';
import { Button } from '@/ui/button';
import { type Choice, ChoiceMenu } from '@/ui/choice-menu';
import { useAction } from './use-action';

const ICONS: Record<Level, LucideIcon> = {
  acompanhar: BellRing,
  seguir: BellPlus,
  normal: Bell,
  silenciar: BellOff,
};

const OF_CHANNEL: readonly Choice<Level>[] = [
  { value: 'acompanhar', label: 'Acompanhar', description: 'Um aviso de cada publicação e de cada comentário.' },
  { value: 'seguir', label: 'Seguir', description: 'Um aviso por publicação, com a contagem dos comentários novos.' },
  { value: 'normal', label: 'Normal', description: 'Menções a você, respostas e comentários no que você publicou.' },
  { value: 'silenciar', label: 'Silenciar', description: 'Nenhum aviso, nem de menções. Nada conta como não lido.' },
];

const OF_POST: readonly Choice<Level>[] = [
  { value: 'acompanhar', label: 'Acompanhar', description: 'Um aviso de cada comentário.' },
  { value: 'seguir', label: 'Seguir', description: 'Um só aviso, com a contagem dos comentários novos.' },
  { value: 'normal', label: 'Normal', description: 'Menções a você e respostas ao que você escreveu.' },
  { value: 'silenciar', label: 'Silenciar', description: 'Nenhum aviso, nem de menções.' },
];

const AS_CHANNEL = 'canal';

export interface LevelMenuProps {
  userId: string;
  place: Place;
  /** Beside a name on a narrow place: the icon only. */
  compact?: boolean;
  /** What the level is of, for screen readers. */
  name: string;
}

/** Shows and changes what the person wants to know of a channel or a post. */
export function LevelMenu({ userId, place, compact = false, name }: LevelMenuProps) {
  const queryClient = useQueryClient();
  const query = levelQuery(userId, place);
  const { data: own } = useQuery(query);
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
  const shown = own ? LEVEL_NAMES[own] : isPost ? 'Como no canal' : LEVEL_NAMES.normal;
  const choices: readonly Choice<Level | typeof AS_CHANNEL>[] = isPost
    ? [{ value: AS_CHANNEL, label: 'Como no canal', description: 'O que você escolheu para o canal.' }, ...OF_POST]
    : OF_CHANNEL;
  return (
    <ChoiceMenu
      label={`Avisos: ${name}`}
      choices={choices}
      value={own ?? (isPost ? AS_CHANNEL : 'normal')}
      // A channel without a level of its own has the normal one.
      onChoose={(chosen) => change.mutate(chosen === (isPost ? AS_CHANNEL : 'normal') ? null : (chosen as Level))}
      trigger={
        <Button
          variant={compact ? 'ghost' : 'line'}
          size={compact ? 'icon' : 'small'}
          aria-label={`Avisos: ${name}: ${shown}`}
          title={compact ? `Avisos: ${shown}` : undefined}
        >
          <Icon aria-hidden="true" className="size-4" strokeWidth={1.6} />
          {!compact && shown}
        </Button>
      }
    />
  );
}
