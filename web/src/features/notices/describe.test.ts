import { expect, test } from 'vitest';
import { describe } from './describe';
import type { Notice } from './queries';

const NOTICE: Notice = {
  id: 'n',
  kind: 'comment',
  reason: 'channel',
  post_id: 'p',
  comment_id: 'c',
  content_id: null,
  actor_id: 'a',
  actors: 1,
  updated_at: '2027-01-01T00:00:00Z',
  read_at: null,
  community_posts: { title: 'Metas', channel_id: '1' },
  contents: null,
};

test('a notice names its actor, place and reason', () => {
  expect(describe(NOTICE, undefined)).toEqual({
    lead: 'Membro da comunidade comentou em',
    title: 'Metas',
    href: '/membros/publicacao/p#c-c',
    why: 'porque você acompanha este canal',
  });
});

test('the notice of a decided channel leads to the decision', () => {
  const notice: Notice = { ...NOTICE, kind: 'moderation', post_id: null, comment_id: null, community_posts: null };
  expect(describe(notice, undefined)).toEqual({
    lead: 'A equipe decidiu sobre o canal que você pediu.',
    title: undefined,
    href: '/membros/denuncias#canais',
    why: 'porque você pediu um canal',
  });
});

test('folded notices count people or comments', () => {
  const lead = (kind: Notice['kind']) => describe({ ...NOTICE, kind, actors: 5 }, undefined).lead;
  expect(lead('like')).toBe('Membro da comunidade e mais 4 curtiram o que você escreveu em');
  expect(lead('comment')).toBe('5 comentários novos, o último de Membro da comunidade, em');
});

test('a content opens where its readers read it', () => {
  const href = (memberOnly: boolean) =>
    describe(
      {
        ...NOTICE,
        kind: 'content',
        post_id: null,
        comment_id: null,
        content_id: 'x',
        contents: { title: 'Novo', slug: 'novo-texto', is_member_only: memberOnly },
      },
      undefined,
    ).href;
  expect([href(true), href(false)]).toEqual(['/membros/conteudo/x', '/blog/novo-texto']);
});
