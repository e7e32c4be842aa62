import { expect, test } from 'vitest';
import { captionLines } from './captions';

test('a transcript keeps times and spoken text only', () => {
  const captions = [
    'WEBVTT',
    '',
    'NOTE revisado',
    '',
    '1',
    '00:01.000 --> 00:02.500 align:start',
    '<v Ana>Olá,',
    '<i>você</i> &amp; eu.',
    '',
    '',
    '01:00:03.000 --> 01:00:04.000',
    'Fim.',
  ].join('\r\n');
  expect(captionLines(captions)).toEqual([
    { from: 1, until: 2.5, text: 'Olá, você & eu.' },
    { from: 3603, until: 3604, text: 'Fim.' },
  ]);
});

test('captions without readable time or text are left out', () => {
  expect(captionLines('WEBVTT\n\nx --> y\nnada\n\n00:01.000 --> 00:02.000\n\ntexto')).toEqual([]);
  expect(captionLines('')).toEqual([]);
});
