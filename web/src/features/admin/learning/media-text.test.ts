import { describe, expect, it } from 'vitest';
import { mediaFacts, mediaText } from './media-text';
import type { Media } from './queries';

const film: Media = {
  format: 'mp4',
  video: 'h264',
  audio: 'aac',
  width: 1920,
  height: 1080,
  seconds: 720,
  size: 84 * 1024 * 1024,
  problems: [],
};

describe('mediaText', () => {
  it('describes media that play everywhere', () => {
    expect(mediaText(film, 'video')).toEqual({
      isGood: true,
      summary: 'MP4 com H.264 e AAC, pronto para tocar no celular.',
      advice: [],
    });
    expect(mediaText({ ...film, format: 'mp3', video: null, audio: 'mp3' }, 'audio').summary).toBe(
      'MP3, pronto para tocar no celular.',
    );
  });

  it('names the faults of a file and their remedies', () => {
    const said = mediaText({ ...film, video: 'hevc', problems: ['video_codec', 'index_at_end'] }, 'video');
    expect(said.isGood).toBe(false);
    expect(said.summary).toBe('MP4 com HEVC (H.265) e AAC.');
    expect(said.advice[0]).toContain('HEVC (H.265)');
    expect(said.advice[1]).toContain('fast start');
    expect(mediaText({ ...film, format: 'webm', problems: ['wrong_kind'] }, 'video').advice[0]).toContain('MP4');
  });
});

describe('mediaFacts', () => {
  it('lists size and length', () => {
    expect(mediaFacts(film)).toBe('1920 × 1080, 12 min, 84 MB');
    expect(mediaFacts({ ...film, width: 0, seconds: null, size: 10 })).toBe('1 KB');
  });
});
