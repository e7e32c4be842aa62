/** The list of members that opens while a name is typed after an `@`. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useEffect, useState } from 'react';
import { type Mentionable, mentionableQuery, type Typed } from './mentions';

/** The text in which a name is typed. */
export interface MentionText {
  /** The name before the caret. */
  typed: () => Typed | null;
  /** Puts a mention in the place of what was typed. */
  put: (member: Mentionable, typed: Typed) => void;
}

type KeyPress = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'preventDefault' | 'stopPropagation'>;

export interface Mentioning {
  /** The members to choose from; empty while the list is closed. */
  found: readonly Mentionable[];
  /** The index of the marked one. */
  marked: number;
  /** Reads where the caret is; called after each change and move. */
  read: () => void;
  choose: (member: Mentionable) => void;
  close: () => void;
  /** Returns true where the key was meant for the list. */
  onKey: (event: KeyPress, isComposing: boolean) => boolean;
}

export function useMentions(text: MentionText, channel: string | undefined): Mentioning {
  const [typed, setTyped] = useState<Typed | null>(null);
  const [refused, setRefused] = useState<number>();
  const [marked, setMarked] = useState(0);
  const search = useDeferredValue(typed?.search ?? '');
  const { data } = useQuery({
    ...mentionableQuery(channel ?? '', search),
    enabled: channel !== undefined && search !== '',
    placeholderData: keepPreviousData,
  });
  const isOpen = typed !== null && typed.start !== refused;
  const found = isOpen && data ? data : [];
  // biome-ignore lint/correctness/useExhaustiveDependencies: another search marks the first again
  useEffect(() => setMarked(0), [search]);

  const read = () => {
    const next = text.typed();
    setTyped(next);
    if (!next) setRefused(undefined);
  };
  const choose = (member: Mentionable) => {
    if (!typed) return;
    text.put(member, typed);
    setTyped(null);
  };
  const close = () => setTyped(null);
  const onKey = (event: KeyPress, isComposing: boolean): boolean => {
    const member = found[marked];
    if (!member || isComposing || event.ctrlKey || event.metaKey) return false;
    if (event.key === 'ArrowDown') setMarked((marked + 1) % found.length);
    else if (event.key === 'ArrowUp') setMarked((marked + found.length - 1) % found.length);
    else if (event.key === 'Enter' || event.key === 'Tab') choose(member);
    else if (event.key === 'Escape') setRefused(typed?.start);
    else return false;
    event.preventDefault();
    event.stopPropagation();
    return true;
  };
  return { found, marked, read, choose, close, onKey };
}
