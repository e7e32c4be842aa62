/**
 * The people in a channel of the community: who is there, who is writing. The pages of one channel share its room,
 * which stays for a moment after the last of them, so that nobody seems to leave on the way from one page to the next.
 */
import { getClient, getLiveClient, type RealtimeChannel } from '@/lib/backend';
import { current, nextEnd, type PresentUntil, present, SIGNAL_MS, type Writers, writing } from './people';

/** Time for which a room stays without a page. */
const STAY_MS = 2_000;

export interface People {
  shown: PresentUntil;
  writers: Writers;
}

const NOBODY: People = { shown: new Map(), writers: new Map() };

class Room {
  people: People = NOBODY;
  pages = 0;
  private readonly listeners = new Set<() => void>();
  private channel: RealtimeChannel | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private closing: ReturnType<typeof setTimeout> | undefined;
  private isClosed = false;
  private signalled = { place: '', at: 0 };

  constructor(
    private readonly key: string,
    channel: string,
    private readonly userId: string,
    private readonly isShown: boolean,
  ) {
    this.join(channel).catch((reason: unknown) => console.warn('presence is not available', reason));
  }

  private async join(name: string): Promise<void> {
    const client = await getLiveClient();
    if (this.isClosed) return;
    const config = { private: true, presence: { key: this.userId } };
    const channel = client.channel(`channel:${name}`, { config });
    this.channel = channel;
    channel.on('presence', { event: 'sync' }, () => {
      const now = Date.now();
      this.set({ ...this.people, shown: present(this.people.shown, Object.keys(channel.presenceState()), now) });
    });
    // The server says who writes.
    channel.on('broadcast', { event: 'typing' }, ({ payload, meta }) => {
      const person: unknown = meta && 'person' in meta ? meta.person : undefined;
      const place: unknown = payload?.place;
      if (typeof person !== 'string' || typeof place !== 'string') return;
      this.set({ ...this.people, writers: writing(this.people.writers, person, place, Date.now()) });
    });
    channel.subscribe((status) => {
      if (status === 'SUBSCRIBED' && this.isShown) void channel.track({});
    });
  }

  private set(people: People): void {
    const now = Date.now();
    this.people = current(people.shown, people.writers, now);
    clearTimeout(this.timer);
    const end = nextEnd(this.people.shown, this.people.writers);
    if (Number.isFinite(end)) this.timer = setTimeout(() => this.set(this.people), end - now);
    for (const listener of this.listeners) listener();
  }

  readonly listen = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** Lets the others know that this person writes in a conversation, or has stopped. */
  signal(place: string, isWriting: boolean): void {
    const now = Date.now();
    const isKnown = this.signalled.place === place && now - this.signalled.at < SIGNAL_MS;
    if (!this.isShown || (isWriting ? isKnown : this.signalled.place === '')) return;
    // Before the channel is joined the client would send an HTTP request for each signal.
    if (this.channel?.state !== 'joined') return;
    this.signalled = { place: isWriting ? place : '', at: now };
    void this.channel.send({ type: 'broadcast', event: 'typing', payload: { place: this.signalled.place } });
  }

  enter(): void {
    this.pages += 1;
    clearTimeout(this.closing);
  }

  readonly leave = (): void => {
    this.pages -= 1;
    if (this.pages === 0) this.closing = setTimeout(() => void this.close(), STAY_MS);
  };

  private async close(): Promise<void> {
    this.isClosed = true;
    rooms.delete(this.key);
    clearTimeout(this.timer);
    if (this.channel) await (await getClient()).removeChannel(this.channel);
  }
}

export type { Room };

const rooms = new Map<string, Room>();

/** The room of a channel; the caller leaves it again. */
export function enter(channel: string, userId: string, isShown: boolean): Room {
  const key = `${channel} ${userId} ${isShown}`;
  const room = rooms.get(key) ?? new Room(key, channel, userId, isShown);
  rooms.set(key, room);
  room.enter();
  return room;
}
