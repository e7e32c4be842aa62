import { Plus } from 'lucide-react';
import { useState } from 'react';
import { FORUM_CHANNEL } from '@/entities/community-unread';
import { Button } from '@/ui/button';
import { Feed } from '../feed/feed';
import { NewPost } from '../feed/new-post';
import type { PostCardProps } from '../feed/post-card';
import { usePosting } from '../feed/posting';
import { LessonTopic } from './lesson-topic';

export interface LessonTopicsProps {
  lesson: string;
  userId: string;
  isStaff: boolean;
}

const MembersTopic = (card: PostCardProps) => <LessonTopic {...card} isStaff={false} />;
const StaffTopic = (card: PostCardProps) => <LessonTopic {...card} isStaff />;

/** The topics of the forum about a lesson with their answers, and the form of a new one. */
export function LessonTopics({ lesson, userId, isStaff }: LessonTopicsProps) {
  const [writing, setWriting] = useState(false);
  const posting = usePosting(userId, FORUM_CHANNEL, lesson);
  return (
    <section aria-labelledby="lesson-topics" className="mt-12 border-t border-border-strong pt-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="lesson-topics" className="type-title-1">
          Conversa sobre a aula
        </h2>
        <Button variant="line" size="small" aria-expanded={writing} onClick={() => setWriting(!writing)}>
          <Plus aria-hidden="true" className="size-4" strokeWidth={1.8} />
          Perguntar ou comentar
        </Button>
      </div>
      <p className="mt-1 mb-5 type-meta">O que você publica aqui também aparece no fórum, para todos os membros.</p>
      {writing && (
        <div className="mb-6">
          <NewPost userId={userId} channel={FORUM_CHANNEL} posting={posting} onClose={() => setWriting(false)} />
        </div>
      )}
      <Feed
        userId={userId}
        filters={{ channel: FORUM_CHANNEL, lesson, order: 'last_activity_at' }}
        row={isStaff ? StaffTopic : MembersTopic}
        posting={posting}
        onTakenBack={() => setWriting(true)}
        empty={{
          title: 'Ninguém escreveu sobre esta aula ainda.',
          description: 'Uma pergunta sua ajuda também quem vem depois.',
        }}
      />
    </section>
  );
}
