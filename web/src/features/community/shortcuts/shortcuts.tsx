import { type ComponentType, useLayoutEffect, useRef, useState } from 'react';
import { singleKey } from '@/lib/single-keys';
import type { KeyboardProps } from './keyboard';

/** Keyboard shortcuts. What they do is loaded when the first key is pressed. */
export function Shortcuts({ userId }: { userId: string }) {
  const pressed = useRef<string[]>([]);
  const [Keyboard, setKeyboard] = useState<ComponentType<KeyboardProps>>();
  // Before the page is painted: a member who sees it may press a key.
  useLayoutEffect(() => {
    if (Keyboard) return undefined;
    const onKey = (event: KeyboardEvent) => {
      const key = singleKey(event);
      if (key === undefined) return;
      pressed.current.push(key);
      if (pressed.current.length > 1) return;
      import('./keyboard')
        .then(({ default: loaded }) => setKeyboard(() => loaded))
        .catch((reason: unknown) => {
          pressed.current = [];
          console.warn('the shortcuts could not be loaded', reason);
        });
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [Keyboard]);
  return Keyboard && <Keyboard userId={userId} pressed={pressed} />;
}
