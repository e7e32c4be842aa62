import { Plus } from 'lucide-react';
import { Suspense, useState } from 'react';
import { FORUM_CHANNEL } from '@/entities/community-unread';
import { useSearchParams } from '@/lib/router';
import { whenShown } from '@/lib/shown';
import { Button } from '@/ui/button';
import { ChipLink } from '@/ui/chip';
import { latePart } from '@/ui/start/late-part';
import { CategoryFilter } from '../channels/category-filter';
import { Present } from '../presence/present';
import type { FeedFilters } from '../queries';
import { forumPath } from '../search/community-paths';
import { CommunitySearchBox } from '../search/community-search-box';
import { Feed } from './feed';
import { NewPost } from './new-post';
import { usePosting } from './posting';
import { TopicRow } from './topic-row';

const LevelMenu = latePart(async () => {
  await whenShown();
  const module = await import('@/widgets/level-menu');
  return { default: module.LevelMenu };
});

const SimilarTopics = latePart(() => import('../search/similar-topics'));

const STATES = [
  { state: undefined, label: 'Todos os tópicos' },
  { state: 'sem-resposta', label: 'Sem resposta' },
  { state: 'resolvidas', label: 'Resolvidas' },
] as const;

function stateOf(word: string | null): FeedFilters['state'] {
  return word === 'sem-resposta' || word === 'resolvidas' ? word : undefined;
}

const MAX_ABOUT = 120;

/** The forum: the topics of one channel, by their last activity. */
export function ForumPage({ userId }: { userId: string }) {
  const [params] = useSearchParams();
  // A page that leads here to ask about something names it.
  const [about] = useState(() => params.get('sobre')?.slice(0, MAX_ABOUT));
  const [writing, setWriting] = useState(Boolean(about));
  const posting = usePosting(userId, FORUM_CHANNEL, undefined, { title: about ? `Sobre ${about}` : '', content: '' });
  const category = params.get('categoria') || undefined;
  const state = stateOf(params.get('estado'));
  return (
    <div className="max-w-224">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div>
          <h1 className="type-display-3">Fórum</h1>
          <Present channel={FORUM_CHANNEL} userId={userId} className="mt-2" />
        </div>
        {/* On a phone a row of its own, in which the button that comes later moves nothing. */}
        <div className="flex flex-wrap gap-2 max-sm:w-full max-sm:flex-row-reverse max-sm:justify-end">
          <Suspense>
            <LevelMenu userId={userId} place={{ channel: FORUM_CHANNEL }} name="Fórum" />
          </Suspense>
          <Button size="small" data-key="write" aria-expanded={writing} onClick={() => setWriting(!writing)}>
            <Plus aria-hidden="true" className="size-4" strokeWidth={1.8} />
            Criar post
          </Button>
        </div>
      </div>
      {writing && (
        <div className="mt-6 grid gap-3">
          <Suspense>
            <SimilarTopics title={posting.draft.text.title} />
          </Suspense>
          <NewPost userId={userId} channel={FORUM_CHANNEL} posting={posting} onClose={() => setWriting(false)} />
        </div>
      )}
      <CommunitySearchBox channel={FORUM_CHANNEL} label="Buscar no fórum" />
      <CategoryFilter current={category} addressOf={(wanted) => forumPath({ category: wanted, state })} />
      <nav aria-label="Filtrar por estado" className="bleed-x mb-5 flex gap-2 py-1 lg:mx-0 lg:px-0">
        {STATES.map((one) => (
          <ChipLink key={one.label} href={forumPath({ category, state: one.state })} current={one.state === state}>
            {one.label}
          </ChipLink>
        ))}
      </nav>
      <Feed
        userId={userId}
        filters={{ channel: FORUM_CHANNEL, category, state, order: 'last_activity_at' }}
        row={TopicRow}
        posting={posting}
        onTakenBack={() => setWriting(true)}
        empty={{
          title: 'Nenhum tópico encontrado.',
          description: 'Faça a primeira pergunta: o contexto ajuda quem responde.',
        }}
      />
    </div>
  );
}
