/** Recordings on other sites that may be embedded. The content security policy names the same three hosts. */
import type { ExternalSource } from '@/ui/player/external-player';

type Reader = (path: string, query: URLSearchParams) => ExternalSource | undefined;

/** `90`, `90s`: the start times that YouTube's player accepts. */
function startOf(query: URLSearchParams): string {
  const seconds = /^(\d{1,6})s?$/.exec(query.get('t') ?? query.get('start') ?? '')?.[1];
  return seconds ? `&start=${seconds}` : '';
}

const youTube = (id: string | null | undefined, query: URLSearchParams): ExternalSource | undefined =>
  id && /^[\w-]{11}$/.test(id)
    ? {
        provider: 'YouTube',
        kind: 'vídeo',
        frame: `https://www.youtube-nocookie.com/embed/${id}?autoplay=1&rel=0${startOf(query)}`,
      }
    : undefined;

const readYouTube: Reader = (path, query) =>
  youTube(/^\/(?:embed|shorts|live)\/([^/]+)/.exec(path)?.[1] ?? query.get('v'), query);

/** Unlisted videos have a second segment in their address. */
const readVimeo: Reader = (path, query) => {
  const [, id, word] = /^\/(?:video\/)?(\d+)(?:\/([\da-f]+))?\/?$/.exec(path) ?? [];
  const hidden = word ?? /^[\da-f]+$/.exec(query.get('h') ?? '')?.[0];
  return id
    ? {
        provider: 'Vimeo',
        kind: 'vídeo',
        frame: `https://player.vimeo.com/video/${id}?autoplay=1&dnt=1${hidden ? `&h=${hidden}` : ''}`,
      }
    : undefined;
};

const readSpotify: Reader = (path) => {
  const [, what, id] = /^\/(?:intl-[\w-]+\/)?(?:embed\/)?(episode|show)\/(\w{22})\/?$/.exec(path) ?? [];
  return id ? { provider: 'Spotify', kind: 'áudio', frame: `https://open.spotify.com/embed/${what}/${id}` } : undefined;
};

const READERS: ReadonlyMap<string, Reader> = new Map([
  ['youtube.com', readYouTube],
  ['m.youtube.com', readYouTube],
  ['youtube-nocookie.com', readYouTube],
  ['youtu.be', (path, query) => youTube(path.slice(1), query)],
  ['vimeo.com', readVimeo],
  ['player.vimeo.com', readVimeo],
  ['open.spotify.com', readSpotify],
]);

export function externalSource(address: string | null): ExternalSource | undefined {
  const [, host = '', path = '', query = ''] =
    /^https:\/\/(?:www\.)?([^/?#]+)([^?#]*)(?:\?([^#]*))?/i.exec(address ?? '') ?? [];
  return READERS.get(host.toLowerCase())?.(path, new URLSearchParams(query));
}
