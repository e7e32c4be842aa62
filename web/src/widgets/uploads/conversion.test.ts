import { expect, test } from 'vitest';
import { conversionAdvice } from './conversion';

test.each([
  [{ name: 'IMG_1.HEIC', type: '' }, /JPEG/],
  [{ name: 'foto', type: 'image/heif' }, /JPEG/],
  [{ name: 'IMG_2.MOV', type: 'video/quicktime' }, /MP4/],
  [{ name: 'filme.mov', type: '' }, /MP4/],
])('what plays or shows in some browsers only is to be converted: %o', (file, advice) => {
  expect(conversionAdvice(file)).toMatch(advice);
});

test.each([
  { name: 'foto.jpg', type: 'image/jpeg' },
  { name: 'filme.mp4', type: 'video/mp4' },
  { name: 'movimento.pdf', type: 'application/pdf' },
])('others are taken as they are: %o', (file) => {
  expect(conversionAdvice(file)).toBeUndefined();
});
