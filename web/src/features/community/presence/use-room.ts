import { useQuery } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { memberPreferencesQuery } from '@/entities/member-preferences';
import { enter, type People, type Room } from './room';

const NOBODY: People = { shown: new Map(), writers: new Map() };
const nothing = () => () => undefined;

/** The people in a channel, and the room in which the person is one of them. */
export function useRoom(channel: string, userId: string): { people: People; room: Room | undefined } {
  const { data: preferences } = useQuery(memberPreferencesQuery(userId));
  const isShown = preferences?.shows_presence;
  const [room, setRoom] = useState<Room>();
  useEffect(() => {
    if (isShown === undefined) return undefined;
    const entered = enter(channel, userId, isShown);
    setRoom(entered);
    return () => {
      setRoom(undefined);
      entered.leave();
    };
  }, [channel, userId, isShown]);
  const people = useSyncExternalStore(room?.listen ?? nothing, () => room?.people ?? NOBODY);
  return { people, room };
}
