import { useQuery } from '@tanstack/react-query';
import { Keyboard } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { memberPreferencesQuery } from '@/entities/member-preferences';
import { navigate } from '@/lib/router';
import { Button } from '@/ui/button';
import { ShortcutHelp } from '@/widgets/shortcut-help';
import { learningPaths } from '../links';
import type { Lesson } from '../queries';
import { actOn, press, recordingOf } from './act';
import { actionOf, groupsOf, type KeyAction } from './key-actions';

export interface LessonKeysProps {
  lesson: Lesson;
  userId: string;
  previous: Lesson | undefined;
  next: Lesson | undefined;
}

/** Keys for the recording and the lessons beside this one, and the button that lists them. */
export function LessonKeys({ lesson, userId, previous, next }: LessonKeysProps) {
  const [helping, setHelping] = useState(false);
  const [done, setDone] = useState({ text: '', count: 0 });
  const { data: preferences } = useQuery(memberPreferencesQuery(userId));
  const isRecording = lesson.kind === 'video' || lesson.kind === 'audio';
  /** Returns `true` if the key meant something here. */
  const act = (action: KeyAction): boolean => {
    switch (action.kind) {
      case 'help':
        setHelping(true);
        return true;
      case 'next':
      case 'previous': {
        const wanted = action.kind === 'next' ? next : previous;
        if (wanted) navigate(learningPaths.lesson(wanted.id));
        return wanted !== undefined;
      }
      case 'press':
        return press(action.button);
      default: {
        const media = isRecording ? recordingOf() : null;
        if (!media) return false;
        const text = actOn(media, action);
        setDone(({ count }) => ({ text, count: count + 1 }));
        return true;
      }
    }
  };
  /** Pressed before it was known whether keys are wanted. */
  const early = useRef<KeyAction>(undefined);
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const action = actionOf(event);
    if (!preferences) early.current = action ?? early.current;
    // The browser's controls would do the same a second time.
    else if (preferences.single_keys && action && act(action)) event.preventDefault();
  });
  useEffect(() => {
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  const isWanted = preferences?.single_keys;
  const onKnown = useEffectEvent(() => {
    if (isWanted && early.current) act(early.current);
    early.current = undefined;
  });
  useEffect(() => {
    if (isWanted !== undefined) onKnown();
  }, [isWanted]);
  return (
    <>
      <Button
        variant="ghost"
        size="small"
        className="max-lg:hidden pointer-coarse:hidden"
        onClick={() => setHelping(true)}
      >
        <Keyboard aria-hidden="true" className="size-4.5" strokeWidth={1.6} />
        Atalhos do teclado
      </Button>
      <p role="status" className="sr-only">
        {done.text}
      </p>
      {done.text && (
        <p key={done.count} aria-hidden="true" className="key-done">
          {done.text}
        </p>
      )}
      {helping && (
        <ShortcutHelp
          userId={userId}
          groups={groupsOf(isRecording)}
          without="Desligados, ficam os botões da página."
          onClose={() => setHelping(false)}
        />
      )}
    </>
  );
}
