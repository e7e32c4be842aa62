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
  ]) {
    expect(frame(address), address).toBe(player);
  }
  expect(frame('https://youtu.be/dQw4w9WgXcQ?t=90s')).toBe(`${player}&start=90`);
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
    'http://youtu.be/dQw4w9WgXcQ',
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
