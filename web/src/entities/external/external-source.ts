/** Recordings on other sites that may be embedded. The content security policy names the same three hosts. */
import type { ExternalSource } from '@/ui/player/external-player';

/** An address, taken apart. */
interface Address {
  path: string;
  query: URLSearchParams;
  /** The second at which it begins; 0 where it does not say. */
  start: number;
}

type Reader = (address: Address) => ExternalSource | undefined;

const SECONDS = { h: 3600, m: 60, s: 1 };

/** `90`, `90s`, `1m30s`, `1h2m3s`, `1:30`, as both sites write times. */
function secondsOf(time: string | null): number {
  if (!time) return 0;
  const [, hours, minutes, seconds] =
    /^(?:(\d{1,3})h)?(?:(\d{1,5})m)?(?:(\d{1,6})s?)?$/i.exec(time) ??
    /^(?:(\d{1,3}):)?(\d{1,3}):(\d{2})$/.exec(time) ??
    [];
  const part = (text: string | undefined, unit: number) => Number(text ?? 0) * unit;
  return part(hours, SECONDS.h) + part(minutes, SECONDS.m) + part(seconds, SECONDS.s);
}

/** The parameters that hold the time, the fragment's first. */
const TIMES = ['t', 'start', 'time_continue'];

function startOf(query: URLSearchParams, fragment: URLSearchParams): number {
  const given = [fragment, query].flatMap((words) => TIMES.map((name) => secondsOf(words.get(name))));
  return given.find((seconds) => seconds > 0) ?? 0;
}

function youTube(id: string | null | undefined, start: number): ExternalSource | undefined {
  if (!id || !/^[\w-]{11}$/.test(id)) return undefined;
  const frame = `https://www.youtube-nocookie.com/embed/${id}?autoplay=1&rel=0`;
  return { provider: 'YouTube', kind: 'vídeo', frame: start > 0 ? `${frame}&start=${start}` : frame };
}

const readYouTube: Reader = ({ path, query, start }) =>
  youTube(/^\/(?:embed|shorts|live|v)\/([^/]+)/.exec(path)?.[1] ?? query.get('v'), start);

/** The film alone, or within a channel, a group or a showcase. Unlisted ones have a second segment in their address. */
const VIMEO =
  /^\/(?:video\/|channels\/[\w-]+\/|groups\/[\w-]+\/videos\/|showcase\/\d+\/video\/)?(\d+)(?:\/([\da-f]+))?\/?$/;

const readVimeo: Reader = ({ path, query, start }) => {
  const [, id, word] = VIMEO.exec(path) ?? [];
  const hidden = word ?? /^[\da-f]+$/.exec(query.get('h') ?? '')?.[0];
  if (!id) return undefined;
  const frame = `https://player.vimeo.com/video/${id}?autoplay=1&dnt=1${hidden ? `&h=${hidden}` : ''}`;
  return { provider: 'Vimeo', kind: 'vídeo', frame: start > 0 ? `${frame}#t=${start}s` : frame };
};

const readSpotify: Reader = ({ path }) => {
  const [, what, id] = /^\/(?:intl-[\w-]+\/)?(?:embed\/)?(episode|show)\/(\w{22})\/?$/.exec(path) ?? [];
  return id ? { provider: 'Spotify', kind: 'áudio', frame: `https://open.spotify.com/embed/${what}/${id}` } : undefined;
};

const READERS: ReadonlyMap<string, Reader> = new Map([
  ['youtube.com', readYouTube],
  ['m.youtube.com', readYouTube],
  ['youtube-nocookie.com', readYouTube],
  ['music.youtube.com', readYouTube],
  ['youtu.be', ({ path, start }) => youTube(path.split('/')[1], start)],
  ['vimeo.com', readVimeo],
  ['player.vimeo.com', readVimeo],
  ['open.spotify.com', readSpotify],
]);

export function externalSource(address: string | null): ExternalSource | undefined {
  const [, host = '', path = '', search, hash] =
    /^https?:\/\/(?:www\.)?([^/?#]+)([^?#]*)(?:\?([^#]*))?(?:#(.*))?/i.exec(address ?? '') ?? [];
  const query = new URLSearchParams(search);
  return READERS.get(host.toLowerCase())?.({ path, query, start: startOf(query, new URLSearchParams(hash)) });
}
