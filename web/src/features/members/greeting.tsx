import { useQuery } from '@tanstack/react-query';
import { displayNameQuery } from './queries';

const NOON = 12;
const EVENING = 18;
const DAWN = 5;

/** By the clock of whoever reads it. */
function greetingAt(hour: number): string {
  if (hour < DAWN || hour >= EVENING) return 'Boa noite';
  return hour < NOON ? 'Bom dia' : 'Boa tarde';
}

/** 'Bom dia, Nome.' The name is missing until it is known, and where no profile has one. */
export function Greeting({ userId }: { userId: string }) {
  const { data } = useQuery(displayNameQuery(userId));
  const firstName = data?.trim().split(/\s+/)[0];
  const greeting = greetingAt(new Date().getHours());
  return <h1 className="type-display-3">{firstName ? `${greeting}, ${firstName}.` : `${greeting}.`}</h1>;
}
