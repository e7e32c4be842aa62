import { useQuery } from '@tanstack/react-query';
import { type RefObject, useEffect } from 'react';
import { nameOf, profilesQuery } from '@/entities/member';
import { writingText } from './people';
import { useRoom } from './use-room';

/** Lets the others know that the person writes, or has stopped. */
export type Signal = (isWriting: boolean) => void;

export interface WritersProps {
  channel: string;
  /** The conversation. */
  place: string;
  userId: string;
  /** Filled while the room is open. */
  signal: RefObject<Signal | undefined>;
}

/** Other people who are writing in a conversation. */
export default function Writers({ channel, place, userId, signal }: WritersProps) {
  const { people, room } = useRoom(channel, userId);
  useEffect(() => {
    signal.current = room && ((isWriting) => room.signal(place, isWriting));
    return () => {
      signal.current = undefined;
    };
  }, [room, place, signal]);
  const writers = [...people.writers].filter(([person, { place: at }]) => at === place && person !== userId);
  const ids = writers.map(([person]) => person);
  const { data: profiles } = useQuery(profilesQuery(ids));
  if (ids.length === 0) return null;
  return (
    <span className="inline-flex items-center gap-2 enter-fade">
      <span aria-hidden="true" className="flex gap-1">
        {[0, 1, 2].map((dot) => (
          <span key={dot} className="writing-dot size-1 rounded-full bg-current" />
        ))}
      </span>
      {writingText(ids.map((person) => nameOf(profiles?.get(person))))}…
    </span>
  );
}
