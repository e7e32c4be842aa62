/** Keys of a lesson, and their actions. */
import { arrowKey, singleKey } from '@/lib/single-keys';
import type { ShortcutGroup } from '@/widgets/shortcut-dialog';

/** Action of a key on the recording. */
export type MediaAction =
  | { kind: 'play' | 'mute' | 'fullscreen' }
  | { kind: 'skip'; seconds: number }
  | { kind: 'tenth'; tenths: number }
  | { kind: 'speed'; step: 1 | -1 };

export type KeyAction = MediaAction | { kind: 'press'; button: 'captions' | 'floating' } | PageAction;

/** Action of a key on the page. */
export interface PageAction {
  kind: 'next' | 'previous' | 'help';
}

const ACTIONS: Readonly<Record<string, KeyAction>> = {
  ' ': { kind: 'play' },
  k: { kind: 'play' },
  j: { kind: 'skip', seconds: -10 },
  l: { kind: 'skip', seconds: 10 },
  ArrowLeft: { kind: 'skip', seconds: -5 },
  ArrowRight: { kind: 'skip', seconds: 5 },
  '<': { kind: 'speed', step: -1 },
  '>': { kind: 'speed', step: 1 },
  m: { kind: 'mute' },
  f: { kind: 'fullscreen' },
  c: { kind: 'press', button: 'captions' },
  i: { kind: 'press', button: 'floating' },
  n: { kind: 'next' },
  p: { kind: 'previous' },
  '?': { kind: 'help' },
};

/** Elements that take the space bar themselves. */
const PRESSED_BY_SPACE = 'a[href],button,summary,[role=button],[role=switch]';

/** Returns the action of the key, or `undefined` if it belongs to something else. */
export function actionOf(event: KeyboardEvent): KeyAction | undefined {
  const key = singleKey(event) ?? arrowKey(event);
  if (key === undefined) return undefined;
  if (key === ' ' && event.target instanceof Element && event.target.closest(PRESSED_BY_SPACE)) return undefined;
  return actionFor(key);
}

export function actionFor(key: string): KeyAction | undefined {
  return /^\d$/.test(key) ? { kind: 'tenth', tenths: Number(key) } : ACTIONS[key];
}

const RECORDING: ShortcutGroup = {
  title: 'No player',
  shortcuts: [
    { keys: ['Espaço', 'K'], label: 'Reproduzir ou pausar', join: 'either' },
    { keys: ['←', '→'], label: 'Voltar ou avançar 5 segundos', join: 'either' },
    { keys: ['J', 'L'], label: 'Voltar ou avançar 10 segundos', join: 'either' },
    { keys: ['0 a 9'], label: 'Ir do início a nove décimos' },
    { keys: ['<', '>'], label: 'Mais devagar ou mais rápido', join: 'either' },
    { keys: ['M'], label: 'Ligar ou desligar o som' },
    { keys: ['F'], label: 'Tela cheia' },
    { keys: ['C'], label: 'Legendas' },
    { keys: ['I'], label: 'Janela flutuante' },
  ],
};

const LESSON: ShortcutGroup = {
  title: 'Na aula',
  shortcuts: [
    { keys: ['N'], label: 'Próxima aula' },
    { keys: ['P'], label: 'Aula anterior' },
    { keys: ['?'], label: 'Mostrar os atalhos' },
  ],
};

/** Returns the groups of shortcuts that the help lists. */
export const groupsOf = (isRecording: boolean): readonly ShortcutGroup[] =>
  isRecording ? [RECORDING, LESSON] : [LESSON];
