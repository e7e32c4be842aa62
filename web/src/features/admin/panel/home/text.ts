/** The figures of the panel's first page in words, each with the address of its rows. */
import { paths } from '@/app/pages';
import { signedInPaths } from '@/entities/signed-in-paths';
import { formatCount, formatCurrency, formatNumber } from '@/lib/format';
import type { StripFigure } from '@/widgets/figure-strip';
import type { OverviewFigures } from './queries';

/** `12% a mais que na semana anterior` */
export function weekComparison(now: number, before: number): string {
  if (before === 0) return now === 0 ? 'Nenhuma em 14 dias' : 'Nenhuma na semana anterior';
  const change = Math.round(((now - before) / before) * 100);
  if (change === 0) return 'Como na semana anterior';
  return `${formatNumber(Math.abs(change))}% a ${change > 0 ? 'mais' : 'menos'} que na semana anterior`;
}

export function weekFigures(figures: OverviewFigures | undefined): readonly StripFigure[] {
  const visits = figures?.visits;
  const members = figures?.members;
  return [
    {
      label: 'Visualizações em 7 dias',
      value: visits && formatNumber(visits.views),
      note: visits && weekComparison(visits.views, visits.views_before),
      href: paths.adminVisits,
    },
    {
      label: 'Novas assinaturas em 7 dias',
      value: members && formatNumber(members.started),
      href: signedInPaths.adminMembersOf({ change: 'started' }),
    },
    {
      label: 'Cancelamentos em 7 dias',
      value: members && formatNumber(members.ended),
      href: signedInPaths.adminMembersOf({ change: 'ended' }),
    },
    {
      label: 'Cobranças a recuperar',
      value: members && formatNumber(members.failed_charges),
      note:
        members && members.failed_charges > 0 ? `${formatCurrency(members.failed_amount / 100)} em aberto` : undefined,
      href: signedInPaths.adminChargesOf('failed'),
    },
  ];
}

export interface Waiting {
  text: string;
  count: number;
  href: string;
}

/** Returns the lists that wait for somebody. Empty lists are left out. */
export function waitingOf(figures: OverviewFigures): readonly Waiting[] {
  const all = [
    {
      count: figures.waiting_reviews,
      text: formatCount(figures.waiting_reviews, 'conteúdo aguardando revisão', 'conteúdos aguardando revisão'),
      href: signedInPaths.adminContents({ situacao: 'waiting' }),
    },
    {
      count: figures.new_messages,
      text: formatCount(figures.new_messages, 'mensagem sem resposta', 'mensagens sem resposta'),
      href: signedInPaths.adminMessagesOf('new'),
    },
    {
      count: figures.open_cases,
      text: formatCount(figures.open_cases, 'caso na moderação', 'casos na moderação'),
      href: paths.adminModeration,
    },
    {
      count: figures.drafts,
      text: formatCount(figures.drafts, 'conteúdo em rascunho', 'conteúdos em rascunho'),
      href: signedInPaths.adminContents({ situacao: 'draft' }),
    },
    {
      count: figures.failed_tasks,
      text: formatCount(figures.failed_tasks, 'tarefa com falha', 'tarefas com falha'),
      href: signedInPaths.adminFailedTasks,
    },
  ];
  return all.filter(({ count }) => count > 0);
}
