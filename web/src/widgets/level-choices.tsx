import { LEVEL_NAMES, type Level } from '@/entities/levels';
import { type Choice, ChoiceMenu, type ChoiceMenuProps } from '@/ui/choice-menu';

const OF_CHANNEL: readonly Choice<Level>[] = [
  { value: 'acompanhar', label: 'Acompanhar', description: 'Um aviso de cada publicação e de cada comentário.' },
  { value: 'seguir', label: 'Seguir', description: 'Um aviso por publicação, com a contagem dos comentários novos.' },
  {
    value: 'normal',
    label: LEVEL_NAMES.normal,
    description: 'Menções a você, respostas e comentários no que você publicou.',
  },
  { value: 'silenciar', label: 'Silenciar', description: 'Nenhum aviso, nem de menções. Nada conta como não lido.' },
];

const OF_POST: readonly Choice<Level>[] = [
  { value: 'acompanhar', label: 'Acompanhar', description: 'Um aviso de cada comentário.' },
  { value: 'seguir', label: 'Seguir', description: 'Um só aviso, com a contagem dos comentários novos.' },
  { value: 'normal', label: LEVEL_NAMES.normal, description: 'Menções a você e respostas ao que você escreveu.' },
  { value: 'silenciar', label: 'Silenciar', description: 'Nenhum aviso, nem de menções.' },
];

const AS_CHANNEL = 'canal';

export interface LevelChoicesProps extends Pick<ChoiceMenuProps<Level>, 'trigger' | 'label'> {
  isPost: boolean;
  own: Level | null;
  /** Called with the chosen level, or with `null` if the place has no level of its own any more. */
  onChoose: (level: Level | null) => void;
}

/** The menu of levels, open: it is loaded when its button is pressed. */
export default function LevelChoices({ isPost, own, onChoose, ...menu }: LevelChoicesProps) {
  const choices: readonly Choice<Level | typeof AS_CHANNEL>[] = isPost
    ? [{ value: AS_CHANNEL, label: 'Como no canal', description: 'O que você escolheu para o canal.' }, ...OF_POST]
    : OF_CHANNEL;
  return (
    <ChoiceMenu
      {...menu}
      isOpenAtFirst
      choices={choices}
      value={own ?? (isPost ? AS_CHANNEL : 'normal')}
      // A channel without a level of its own has the normal one.
      onChoose={(chosen) => onChoose(chosen === (isPost ? AS_CHANNEL : 'normal') ? null : (chosen as Level))}
    />
  );
}
