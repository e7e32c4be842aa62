/** Effects of keys on the recording of the page. */
import { nextSpeed, speedText } from '@/ui/player/controls/controls';
import { clock } from '@/ui/player/controls/position';
import { play, skip } from '@/ui/player/controls/use-media';
import type { MediaAction } from './key-actions';

/** The recording of the lesson. */
export const recordingOf = (): HTMLMediaElement | null =>
  document.querySelector<HTMLMediaElement>('main :is(video, audio)');

/** Presses a control that keys know by name. */
export function press(name: string): boolean {
  const button = document.querySelector<HTMLElement>(`main [data-key=${name}]`);
  button?.click();
  return button !== null;
}

/** Does what a key asks for; returns what changed, in words. */
export function actOn(media: HTMLMediaElement, action: MediaAction): string {
  switch (action.kind) {
    case 'play':
      if (!media.paused) media.pause();
      // Before the first time, where it was left.
      else if (media.played.length > 0 || !press('start')) play(media);
      return media.paused ? 'Pausado' : 'Reproduzindo';
    case 'skip':
      skip(media, action.seconds);
      return `${action.seconds > 0 ? 'Avançou' : 'Voltou'} ${Math.abs(action.seconds)} s`;
    case 'tenth':
      if (Number.isFinite(media.duration)) media.currentTime = (media.duration * action.tenths) / 10;
      return clock(media.currentTime);
    case 'speed':
      media.playbackRate = nextSpeed(media.playbackRate, action.step);
      return `Velocidade ${speedText(media.playbackRate)}`;
    case 'mute':
      media.muted = !media.muted;
      return media.muted ? 'Sem som' : 'Com som';
    case 'fullscreen':
      return fullscreen(media);
  }
}

function fullscreen(media: HTMLMediaElement): string {
  if (!(media instanceof HTMLVideoElement)) return '';
  const isFull = document.fullscreenElement !== null;
  const change = isFull ? document.exitFullscreen() : media.requestFullscreen();
  change.catch((reason: unknown) => console.warn('the film cannot fill the screen', reason));
  return isFull ? 'Tela normal' : 'Tela cheia';
}
