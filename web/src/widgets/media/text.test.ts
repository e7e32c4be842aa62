import { expect, test } from 'vitest';
import type { MediaFile, MediaUse } from './queries';
import { factsOf, nameOf, placesText, titleOf } from './text';

const file = (some: Partial<MediaFile>): MediaFile => ({
  id: '1',
  bucket: 'contents',
  key: 'thumbnails/1-2.png',
  name: null,
  mime_type: 'image/png',
  size: 1,
  width: null,
  height: null,
  duration: null,
  owner_id: null,
  created_at: '',
  updated_at: '',
  may_replace: true,
  is_kept: false,
  uses: [],
  ...some,
});

test('a file without a name is called by its key', () => {
  expect(nameOf(file({}))).toBe('1-2.png');
  expect(nameOf(file({ name: 'Praça.png' }))).toBe('Praça.png');
});

test.each([
  [{ width: 1280, height: 800 }, 'Imagem PNG · 1280 × 800 px'],
  [{ mime_type: 'video/mp4', duration: 65 }, 'Vídeo MP4 · 1:05'],
  [{ mime_type: 'audio/x-m4a', duration: 3725 }, 'Áudio M4A · 1:02:05'],
  [{ mime_type: 'application/pdf' }, 'Documento PDF'],
])('%o is described', (some, text) => {
  expect(factsOf(file(some))).toBe(text);
});

const use: MediaUse = {
  kind: 'content',
  id: '1',
  title: 'a',
  course: null,
  is_published: true,
  is_trashed: true,
  may_open: true,
  parts: ['cover', 'text'],
  in_draft: true,
  revisions: 2,
};

test('a use says every place of a content', () => {
  expect(placesText(use)).toBe('capa, no texto, no rascunho, 2\u00a0versões\u00a0guardadas, na lixeira');
});

test.each<[Partial<MediaUse>, string]>([
  [{ title: ' ' }, 'Conteúdo sem título'],
  [{ kind: 'course', title: 'Vendas' }, 'Vendas'],
  [{ kind: 'lesson', title: 'Começo', course: { id: '2', title: 'Vendas' } }, 'Aula “Começo” do curso “Vendas”'],
  [{ kind: 'lesson', title: '', may_open: false }, 'Um curso que ainda não foi publicado'],
])('%o is called', (some, title) => {
  expect(titleOf({ ...use, ...some })).toBe(title);
});
