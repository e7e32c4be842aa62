/** The list of members that opens while a name is typed after an `@`. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, type RefObject, useDeferredValue, useEffect, useState } from 'react';
import { type Mentionable, mentionableQuery, mentionOf, type Typed, typedName } from './mentions';

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
  onKey: (event: KeyboardEvent) => boolean;
}

export function useMentions(
  area: RefObject<HTMLTextAreaElement | null>,
  channel: string | undefined,
  onChange: (value: string) => void,
): Mentioning {
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
    const field = area.current;
    const next =
      field && field.selectionStart === field.selectionEnd ? typedName(field.value, field.selectionStart) : null;
    setTyped(next);
    if (!next) setRefused(undefined);
  };
  const choose = (member: Mentionable) => {
    const field = area.current;
    if (!field || !typed) return;
    const before = field.value.slice(0, typed.start) + mentionOf(member);
    const after = field.value.slice(field.selectionStart);
    onChange(`${before}${after.startsWith(' ') ? '' : ' '}${after}`);
    setTyped(null);
    field.focus();
    // React writes the value first.
    requestAnimationFrame(() => field.setSelectionRange(before.length + 1, before.length + 1));
  };
  const close = () => setTyped(null);
  const onKey = (event: KeyboardEvent): boolean => {
    const member = found[marked];
    if (!member || event.nativeEvent.isComposing || event.ctrlKey || event.metaKey) return false;
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
