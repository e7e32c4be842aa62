import { useQuery } from '@tanstack/react-query';
import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { paths } from '@/app/pages';
import { memberPreferencesQuery } from '@/entities/member-preferences';
import { useNavigate } from '@/lib/router';
import { singleKey } from '@/lib/single-keys';
import { like, move, open, reply, search, write } from './act';
import ShortcutHelp from './help';
import { type Awaiting, press } from './press';

export interface KeyboardProps {
  userId: string;
  /** Keys that were pressed while this was loaded. */
  pressed: RefObject<string[]>;
}

/** Does what the keys ask for. */
export default function Keyboard({ userId, pressed }: KeyboardProps) {
  const navigate = useNavigate();
  const [helping, setHelping] = useState(false);
  const { data: preferences } = useQuery(memberPreferencesQuery(userId));
  const awaiting = useRef<Awaiting>(undefined);
  const act = (key: string) => {
    const { action, awaiting: next } = press(key, Date.now(), awaiting.current);
    awaiting.current = next;
    if (action?.kind === 'move') move(action.step);
    else if (action?.kind === 'go') navigate(action.path);
    else if (action?.kind === 'open') open();
    else if (action?.kind === 'like') like();
    else if (action?.kind === 'reply') reply();
    else if (action?.kind === 'write') write(() => navigate(paths.membersCommunity));
    else if (action?.kind === 'search') search(() => navigate(paths.membersSearchPage));
    else if (action?.kind === 'help') setHelping(true);
    return action !== undefined || next !== undefined;
  };
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const key = singleKey(event);
    if (key === undefined) return;
    if (!preferences) pressed.current.push(key);
    else if (preferences.single_keys && act(key)) event.preventDefault();
  });
  useLayoutEffect(() => {
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  const onKnown = useEffectEvent((isOn: boolean) => {
    const keys = pressed.current.splice(0);
    if (isOn) keys.forEach(act);
  });
  const isOn = preferences?.single_keys;
  useEffect(() => {
    if (isOn !== undefined) onKnown(isOn);
  }, [isOn]);
  return helping && <ShortcutHelp userId={userId} onClose={() => setHelping(false)} />;
}
