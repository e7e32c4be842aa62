import { useQuery } from '@tanstack/react-query';
import { CircleCheck, MessageSquare } from 'lucide-react';
import { paths } from '@/app/pages';
import { Avatar, LEVELS, nameOf, roleOf } from '@/entities/member';
import { formatCount, formatDate } from '@/lib/format';
import { BackLink } from '@/ui/back-link';
import { Badge } from '@/ui/badge';
import { ButtonLink, GoLink, Link } from '@/ui/link';
import { Loaded } from '@/ui/loaded';
import { Empty } from '@/ui/start/empty';
import { MemberMenu } from './member-menu';
import { type MemberCard, memberQuery, postsOfQuery, type WrittenPost } from './queries';

/** The card of a member, as the others see it. */
export function MemberPage({ id, userId }: { id: string; userId: string }) {
  const member = useQuery(memberQuery(id));
  // Shown together: posts that came later would move what is below them.
  const { data: posts = [], isLoading } = useQuery(postsOfQuery(id));
  return (
    <>
      <BackLink href={paths.membersDirectory}>Membros</BackLink>
      <Loaded
        query={isLoading ? { ...member, data: undefined } : member}
        failed="Não foi possível carregar o perfil."
        loading="Carregando o perfil"
        skeleton={['mt-4 size-14', 'mt-4 h-8 w-64', 'mt-3 h-5 w-48']}
      >
        {(found) =>
          found ? (
            <Card member={found} posts={posts} userId={userId} />
          ) : (
            <Empty
              title="Perfil não encontrado"
              description="Este membro ainda não preencheu o perfil, ou saiu da comunidade."
            >
              <ButtonLink href={paths.membersDirectory} variant="line" size="small">
                Ver os membros
              </ButtonLink>
            </Empty>
          )
        }
      </Loaded>
    </>
  );
}

interface CardProps {
  member: MemberCard;
  posts: readonly WrittenPost[];
  userId: string;
}

function Card({ member, posts, userId }: CardProps) {
  const isOwn = member.user_id === userId;
  const role = roleOf(member);
  return (
    <div className="mt-4 grid items-start gap-x-[clamp(1.75rem,4vw,4rem)] gap-y-10 lg:grid-cols-[minmax(0,7fr)_minmax(0,4fr)]">
      <div className="min-w-0">
        <div className="flex flex-wrap items-center gap-5 max-sm:[&>button]:order-1 max-sm:[&>div]:order-2 max-sm:[&>div]:w-full">
          <Avatar profile={member} id={member.user_id} className="size-20 text-[1.75rem]!" />
          <div className="min-w-0">
            <h1 className="type-display-3 wrap-anywhere">{nameOf(member)}</h1>
            {role && <p className="mt-1 type-ui text-muted-foreground wrap-anywhere">{role}</p>}
          </div>
          {!isOwn && <MemberMenu member={member} userId={userId} />}
        </div>
        {member.bio && (
          <p className="mt-7 max-w-[65ch] text-base leading-normal whitespace-pre-line text-foreground-2 wrap-anywhere">
            {member.bio}
          </p>
        )}
        <div className="mt-5 flex flex-wrap gap-x-8 gap-y-1">
          {member.linkedin_url && (
            <GoLink href={member.linkedin_url} newTab>
              LinkedIn
            </GoLink>
          )}
          {member.website_url && (
            <GoLink href={member.website_url} newTab>
              Site
            </GoLink>
          )}
        </div>
        <Posts posts={posts} />
      </div>
      <aside aria-label="Participação" className="border border-border bg-card p-6">
        <p className="flex flex-wrap items-center gap-3">
          <Badge tone="line">{LEVELS[member.experience_level]}</Badge>
          <span className="type-meta">Membro desde {formatDate(member.join_date)}</span>
        </p>
        <ul className="mt-5 grid gap-2.5 type-ui">
          <li className="flex items-center gap-3">
            <MessageSquare aria-hidden="true" className="size-4.5 text-muted-foreground" strokeWidth={1.6} />
            {formatCount(member.posts, 'publicação', 'publicações')}
          </li>
          <li className="flex items-center gap-3">
            <CircleCheck aria-hidden="true" className="size-4.5 text-muted-foreground" strokeWidth={1.6} />
            {formatCount(member.accepted, 'resposta aceita', 'respostas aceitas')}
          </li>
        </ul>
        {isOwn && (
          <ButtonLink href={paths.membersProfile} variant="line" size="small" className="mt-6">
            Editar meu perfil
          </ButtonLink>
        )}
      </aside>
    </div>
  );
}

function Posts({ posts }: Pick<CardProps, 'posts'>) {
  if (posts.length === 0) return null;
  return (
    <section aria-labelledby="member-posts" className="mt-10 border-t border-border-strong pt-4">
      <h2 id="member-posts" className="mb-3 type-title-2">
        Publicações recentes
      </h2>
      <ul>
        {posts.map((post) => (
          <li key={post.id} className="border-t border-border py-3.5 first:border-t-0">
            <Link href={paths.membersPost(post.id)} className="type-title-3 hover:text-north">
              {post.title}
            </Link>
            <p className="mt-0.5 type-meta">
              {formatDate(post.created_at)} · {formatCount(post.comments_count, 'comentário', 'comentários')}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
