import { expect, test } from 'vitest';
import { externalSource } from './external-source';

const frame = (address: string) => externalSource(address)?.frame;

test('every YouTube address leads to the player without cookies', () => {
  const player = 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1&rel=0';
  for (const address of [
    'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
    'https://m.youtube.com/watch?app=desktop&v=dQw4w9WgXcQ',
    'https://youtu.be/dQw4w9WgXcQ?si=abc',
    'https://youtube.com/shorts/dQw4w9WgXcQ',
    'https://www.youtube.com/live/dQw4w9WgXcQ?feature=share',
    'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ',
    'http://www.youtube.com/watch?v=dQw4w9WgXcQ',
    'HTTP://youtu.be/dQw4w9WgXcQ/',
    'https://music.youtube.com/watch?v=dQw4w9WgXcQ&t=amanhã',
  ]) {
    expect(frame(address), address).toBe(player);
  }
});

test.each([
  'https://youtu.be/dQw4w9WgXcQ?t=1m30s',
  'https://youtu.be/dQw4w9WgXcQ?t=90',
  'https://youtu.be/dQw4w9WgXcQ?si=abc&t=90s',
  'https://www.youtube.com/watch?v=dQw4w9WgXcQ&start=90',
  'https://www.youtube.com/watch?v=dQw4w9WgXcQ&time_continue=90&feature=emb_logo',
  'http://www.youtube.com/watch?v=dQw4w9WgXcQ#t=1m30s',
  'https://m.youtube.com/watch?v=dQw4w9WgXcQ&t=0h1m30s',
  'https://youtube.com/shorts/dQw4w9WgXcQ?t=1:30',
  'https://www.youtube.com/live/dQw4w9WgXcQ?t=0:01:30',
  'https://www.youtube.com/embed/dQw4w9WgXcQ?start=90',
])('%s starts at its time', (address) => {
  expect(frame(address)).toBe('https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1&rel=0&start=90');
});

test.each([
  ['https://vimeo.com/123456#t=1m30s', 'https://player.vimeo.com/video/123456?autoplay=1&dnt=1#t=90s'],
  ['http://vimeo.com/123456?t=90', 'https://player.vimeo.com/video/123456?autoplay=1&dnt=1#t=90s'],
  ['https://vimeo.com/123456/ab12cd#t=1h', 'https://player.vimeo.com/video/123456?autoplay=1&dnt=1&h=ab12cd#t=3600s'],
  ['https://player.vimeo.com/video/123456?h=ab12cd', 'https://player.vimeo.com/video/123456?autoplay=1&dnt=1&h=ab12cd'],
  ['https://vimeo.com/channels/staffpicks/123456', 'https://player.vimeo.com/video/123456?autoplay=1&dnt=1'],
  ['https://vimeo.com/groups/filmes/videos/123456', 'https://player.vimeo.com/video/123456?autoplay=1&dnt=1'],
])('%s is played as %s', (address, expected) => {
  expect(frame(address)).toBe(expected);
});

test('Vimeo and Spotify are known, unlisted films included', () => {
  expect(frame('https://vimeo.com/123456')).toBe('https://player.vimeo.com/video/123456?autoplay=1&dnt=1');
  expect(frame('https://vimeo.com/123456/ab12cd')).toBe(
    'https://player.vimeo.com/video/123456?autoplay=1&dnt=1&h=ab12cd',
  );
  expect(frame('https://open.spotify.com/intl-pt/episode/4rOoJ6Egrf8K2IrywzwOMk?si=x')).toBe(
    'https://open.spotify.com/embed/episode/4rOoJ6Egrf8K2IrywzwOMk',
  );
});

test('anything else is only linked to', () => {
  for (const address of [
    'https://example.com/watch?v=dQw4w9WgXcQ',
    'https://youtube.com.example.com/watch?v=dQw4w9WgXcQ',
    'https://www.youtube.com/@canal',
    'https://www.youtube.com/watch?v=javascript:1',
    'ftp://youtu.be/dQw4w9WgXcQ',
    'https://youtu.be/',
    'https://vimeo.com/channels/staffpicks',
    'https://open.spotify.com/artist/4rOoJ6Egrf8K2IrywzwOMk',
    'constructor',
    '',
  ]) {
    expect(externalSource(address), address).toBeUndefined();
  }
  expect(externalSource('https://constructor/x')).toBeUndefined();
  expect(externalSource(null)).toBeUndefined();
});
