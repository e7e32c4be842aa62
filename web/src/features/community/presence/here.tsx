import { useQuery } from '@tanstack/react-query';
import { Avatar, nameOf, profilesQuery } from '@/entities/member';
import { formatCount } from '@/lib/format';
import { useRoom } from './use-room';

/** Avatars that are shown. */
const FACES = 4;

export interface HereProps {
  channel: string;
  userId: string;
}

/** People who are in the channel now. Renders nothing if there is nobody else. */
export default function Here({ channel, userId }: HereProps) {
  const { people } = useRoom(channel, userId);
  const others = [...people.shown.keys()].filter((person) => person !== userId);
  const faces = others.slice(0, FACES);
  const { data: profiles } = useQuery(profilesQuery(faces));
  if (others.length === 0) return null;
  const names = faces.map((person) => nameOf(profiles?.get(person))).join(', ');
  return (
    <span title={names} className="inline-flex items-center gap-2 text-small text-muted-foreground enter-fade">
      <span aria-hidden="true" className="flex gap-1">
        {faces.map((person) => (
          <Avatar key={person} profile={profiles?.get(person)} id={person} className="size-6 text-micro!" />
        ))}
      </span>
      {formatCount(people.shown.size, 'pessoa aqui agora', 'pessoas aqui agora')}
    </span>
  );
}
