/** Captions of a film: their track, and the button that shows them. */
import { Captions as CaptionsIcon } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Button } from '@/ui/button';
import { useAction } from '@/widgets/use-action';
import { saveSettings } from '../actions';
import { type LearningSettings, learningKeys } from '../queries';

/**
 * Returns the member's choice of captions, and the function that changes it. A change shows at once and is kept for the
 * next lesson.
 */
export function useCaptionsChoice(
  userId: string,
  settings: LearningSettings | undefined,
): [boolean, (isShown: boolean) => void] {
  const saving = useAction({
    run: (shows_captions: boolean) => saveSettings(userId, { shows_captions }),
    failure: 'Não foi possível salvar a escolha das legendas.',
    refreshes: [learningKeys.settings],
  });
  const isShown = (saving.isPending ? saving.variables : settings?.shows_captions) ?? false;
  const choose = (wanted: boolean) => {
    if (wanted !== isShown) saving.mutate(wanted);
  };
  return [isShown, choose];
}

export interface CaptionsTrackProps {
  captions: string;
  isShown: boolean;
  /** The browser's own menu chose otherwise. */
  onShown: (isShown: boolean) => void;
}

/** The captions came with the opened lesson: their address is good in this page only. */
export function CaptionsTrack({ captions, isShown, onShown }: CaptionsTrackProps) {
  const [track, setTrack] = useState<HTMLTrackElement | null>(null);
  const [address, setAddress] = useState<string>();
  const latest = useRef(onShown);
  latest.current = onShown;
  useEffect(() => {
    const made = URL.createObjectURL(new Blob([captions], { type: 'text/vtt' }));
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [captions]);
  useEffect(() => {
    if (track) track.track.mode = isShown ? 'showing' : 'hidden';
  }, [track, isShown]);
  useEffect(() => {
    const media = track?.parentElement;
    if (!(media instanceof HTMLMediaElement)) return;
    const { textTracks } = media;
    const change = () => track && latest.current(track.track.mode === 'showing');
    textTracks.addEventListener('change', change);
    return () => textTracks.removeEventListener('change', change);
  }, [track]);
  if (!address) return null;
  return <track ref={setTrack} kind="captions" srcLang="pt-BR" label="Português" src={address} />;
}

export interface CaptionsButtonProps {
  isShown: boolean;
  onShown: (isShown: boolean) => void;
}

/** Shows captions or hides them; so does the key C. */
export function CaptionsButton({ isShown, onShown }: CaptionsButtonProps) {
  return (
    <Button
      variant={isShown ? 'soft' : 'ghost'}
      size="small"
      aria-pressed={isShown}
      aria-keyshortcuts="c"
      data-key="captions"
      onClick={() => onShown(!isShown)}
    >
      <CaptionsIcon aria-hidden="true" className="size-4.5" strokeWidth={1.6} />
      Legendas
    </Button>
  );
}
