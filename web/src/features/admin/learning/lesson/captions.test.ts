import { describe, expect, it } from 'vitest';
import { captionsText, checkCaptions, toWebVtt } from './captions';

const GOOD = `WEBVTT - aula

1
00:01.000 --> 00:04.000 align:start
Olá.

01:00:04.000 --> 01:00:06.500
Vamos começar.
`;

describe('checkCaptions', () => {
  it('accepts captions with names, settings and hours', () => {
    expect(checkCaptions(GOOD)).toEqual([]);
    expect(checkCaptions(`\uFEFF${GOOD.replaceAll('\n', '\r\n')}`)).toEqual([]);
  });

  it('says each error with its line', () => {
    const text = [
      'x',
      '',
      '00:01 --> 00:02',
      'a',
      '',
      '00:05.000 --> 00:04.000',
      'b',
      '',
      '00:06.000 --> 00:07.000',
      '',
    ];
    expect(checkCaptions(text.join('\n')).map(({ line }) => line)).toEqual([1, 3, 6, 9]);
    const back = 'WEBVTT\n\n00:09.000 --> 00:10.000\na\n\n00:01.000 --> 00:02.000\nb';
    expect(checkCaptions(back)[0]).toMatchObject({ line: 6 });
  });

  it('asks for at least one cue, and stops after five errors', () => {
    expect(checkCaptions('WEBVTT\n\nnada')).toHaveLength(1);
    expect(checkCaptions(`WEBVTT\n\n${'x --> y\nz\n\n'.repeat(9)}`)).toHaveLength(5);
  });
});

describe('toWebVtt', () => {
  it('turns SubRip into WebVTT', () => {
    const turned = toWebVtt('1\r\n00:00:01,000 --> 00:00:02,500\r\nOlá, você.\r\n');
    expect(turned).toBe('WEBVTT\n\n1\n00:00:01.000 --> 00:00:02.500\nOlá, você.\n');
    expect(checkCaptions(turned)).toEqual([]);
    expect(toWebVtt(GOOD)).toBe(GOOD);
  });

  it('reads SubRip as other programs write it', () => {
    const expected = 'WEBVTT\n\n1\n00:00:01.000 --> 00:00:02.500\nOlá.\n\n2\n00:00:03.000 --> 00:00:04.000\nFim.\n';
    for (const text of [
      '1 \n00:00:01,000 --> 00:00:02,500\nOlá.\n\n2 \n00:00:03,000 --> 00:00:04,000\nFim.',
      '\uFEFF1\r\n00:00:01,000 --> 00:00:02,500 \r\nOlá.\r\n \r\n2\r\n00:00:03,000 --> 00:00:04,000\r\nFim.',
      '1\n0:00:01,0 --> 0:00:02,5\nOlá.\n\n2\n0:00:03,000-->0:00:04,000\nFim.\n\n\n',
      '1\r00:00:01.000 --> 00:00:02.500  X1:10 X2:20\rOlá.\r\r2\r00:00:03.000 --> 00:00:04.000\rFim.',
      '\n\n1\n00:00:01,000 -->  00:00:02,500\nOlá.\n\n2\n00:00:03,000 --> 00:00:04,000\nFim.\n',
    ]) {
      expect(toWebVtt(text)).toBe(expected);
    }
    expect(checkCaptions(expected)).toEqual([]);
    expect(toWebVtt('00:00:01,000 --> 00:00:02,000\nsem número')).toMatch(/^WEBVTT/);
  });

  it('keeps styled WebVTT and text without captions', () => {
    const styled = `WEBVTT\n\nSTYLE\n::cue { color: white }\n\nNOTE revisado\n\n${GOOD.split('\n').slice(2).join('\n')}`;
    expect(toWebVtt(`\uFEFF\n${styled}`)).toBe(styled);
    expect(checkCaptions(styled)).toEqual([]);
    expect(toWebVtt('a --> b')).toBe('a --> b');
  });
});

describe('captionsText', () => {
  it('reads UTF-8, UTF-16 and Windows-1252', () => {
    const utf16 = new Uint8Array([0xff, 0xfe, ...[...'Olá'].flatMap((letter) => [letter.charCodeAt(0), 0])]);
    expect(captionsText(new TextEncoder().encode('Olá'))).toBe('Olá');
    expect(captionsText(utf16)).toBe('Olá');
    expect(captionsText(new Uint8Array([0x4f, 0x6c, 0xe1]))).toBe('Olá');
  });

  it('refuses binary files', () => {
    expect(captionsText(new Uint8Array([0x00, 0x00, 0x00, 0x18, 0x66, 0x74, 0x79, 0x70]))).toBeUndefined();
  });
});
