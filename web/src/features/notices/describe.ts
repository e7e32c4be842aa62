/** Text of a notice, and the reason for it. */
import { paths } from '@/app/pages';
import { nameOf, type Profile } from '@/entities/member';
import type { Notice } from './queries';

export interface Description {
  /** Text before the title, such as a person and an action. */
  lead: string;
  /** The title it is about, where the person may read it. */
  title: string | undefined;
  href: string;
  /** Reason why the person got it. */
  why: string;
}

const VERBS: Readonly<Record<Notice['kind'], string>> = {
  mention: 'mencionou você em',
  reply: 'respondeu ao seu comentário em',
  comment: 'comentou em',
  accepted: 'aceitou a sua resposta em',
  like: 'curtiu o que você escreveu em',
  post: 'publicou',
  content: 'Novo conteúdo para membros:',
  moderation: 'A moderação decidiu sobre a sua denúncia.',
};

const WHY: Readonly<Record<Notice['kind'], string>> = {
  mention: 'porque o texto menciona você',
  reply: 'porque o comentário respondido é seu',
  comment: 'porque você acompanha esta publicação',
  accepted: 'porque a resposta é sua',
  like: 'porque o texto é seu',
  post: 'porque você acompanha este canal',
  content: 'porque você quer saber dos conteúdos novos',
  moderation: 'porque você denunciou',
};

const REASONS: Readonly<Record<NonNullable<Notice['reason']>, string>> = {
  author: 'porque a publicação é sua',
  post: 'porque você acompanha esta publicação',
  channel: 'porque você acompanha este canal',
};

export function describe(notice: Notice, profile: Profile | undefined): Description {
  return {
    lead: leadOf(notice, profile),
    title: notice.community_posts?.title ?? notice.contents?.title ?? undefined,
    href: hrefOf(notice),
    why: whyOf(notice),
  };
}

function whyOf({ kind, reason }: Notice): string {
  if (kind === 'moderation' && reason === 'channel') return 'porque você pediu um canal';
  if (kind === 'moderation') return reason === 'author' ? 'porque o texto é seu' : WHY.moderation;
  return reason ? REASONS[reason] : WHY[kind];
}

function leadOf({ kind, reason, actors }: Notice, profile: Profile | undefined): string {
  if (kind === 'moderation' && reason === 'author') return 'A moderação decidiu sobre o que você escreveu.';
  if (kind === 'moderation' && reason === 'channel') return 'A equipe decidiu sobre o canal que você pediu.';
  if (kind === 'content' || kind === 'moderation') return VERBS[kind];
  if (actors === 1) return `${nameOf(profile)} ${VERBS[kind]}`;
  // Notices of comments count comments, those of likes the people.
  if (kind === 'comment') return `${actors} comentários novos, o último de ${nameOf(profile)}, em`;
  return `${nameOf(profile)} e mais ${actors - 1} curtiram o que você escreveu em`;
}

function hrefOf({ kind, reason, post_id: post, comment_id: comment, content_id: content, contents }: Notice): string {
  if (kind === 'moderation') return reason === 'channel' ? `${paths.membersReports}#canais` : paths.membersReports;
  if (post) return `${paths.membersPost(post)}${comment ? `#c-${comment}` : ''}`;
  if (content)
    return contents?.is_member_only ? paths.membersContent(content) : paths.article(contents?.slug || content);
  return paths.membersNotices;
}
