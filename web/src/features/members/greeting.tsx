import { useQuery } from '@tanstack/react-query';
import type { User } from '@/lib/backend';
import { displayNameQuery } from './queries';

const NOON = 12;
const EVENING = 18;
const DAWN = 5;

/** By the clock of whoever reads it. */
function greetingAt(hour: number): string {
  if (hour < DAWN || hour >= EVENING) return 'Boa noite';
  return hour < NOON ? 'Bom dia' : 'Boa tarde';
}

/** What somebody called themselves when the account was made. */
function givenName({ user_metadata: { full_name: name } }: User): string | undefined {
  return typeof name === 'string' ? name : undefined;
}

/** 'Bom dia, Nome.' By the profile, and as long as none is written by the account; the name is missing until it is known. */
export function Greeting({ user }: { user: User }) {
  const { data, isLoading } = useQuery(displayNameQuery(user.id));
  const name = isLoading ? undefined : (data ?? givenName(user));
  const firstName = name?.trim().split(/\s+/)[0];
  const greeting = greetingAt(new Date().getHours());
  return <h1 className="type-display-3">{firstName ? `${greeting}, ${firstName}.` : `${greeting}.`}</h1>;
}
