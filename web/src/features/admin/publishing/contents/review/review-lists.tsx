import { useQuery } from '@tanstack/react-query';
import { signedInPaths } from '@/entities/signed-in-paths';
import { formatDateTime } from '@/lib/format';
import { Link, LinkArrow } from '@/ui/link';
import { Loaded } from '@/ui/loaded';
import { useName } from '../desk/desk-status';
import { contentName } from '../text';
import { type ListedReview, reviewsQuery } from './queries';
import { useReviewsLive } from './use-reviews-live';

const LISTS = [
  { state: 'returned', id: 'devolvidos', title: 'Devolvidos com comentário', none: 'Nada foi devolvido.' },
  { state: 'waiting', id: 'em-revisao', title: 'Aguardando revisão', none: 'Nada aguarda revisão.' },
] as const;

/** Contents that were sent back and contents that wait for review, on an editor's first page. */
export function ReviewLists() {
  const reviews = useQuery(reviewsQuery);
  useReviewsLive();
  return (
    <div className="mt-12 grid items-start gap-x-(--gutter) gap-y-12 lg:grid-cols-2">
      <Loaded
        query={reviews}
        failed="Não foi possível carregar as revisões."
        loading="Carregando as revisões"
        skeleton={['h-40 w-full']}
      >
        {(all) =>
          LISTS.map(({ state, id, title, none }) => {
            const rows = all.filter((review) => review.state === state);
            return (
              <section key={state} aria-labelledby={id}>
                <h3 id={id} className="border-t border-border-strong pt-4 type-title-2">
                  {title}
                </h3>
                {rows.length === 0 ? (
                  <p className="mt-3 type-ui text-muted-foreground">{none}</p>
                ) : (
                  <ul className="mt-2">
                    {rows.map((review) => (
                      <ReviewRow key={review.content_id} review={review} />
                    ))}
                  </ul>
                )}
              </section>
            );
          })
        }
      </Loaded>
    </div>
  );
}

function ReviewRow({ review }: { review: ListedReview }) {
  const { content_id: id, author_id: author, state, changed_at: at, contents: content } = review;
  const name = useName(author);
  const when = formatDateTime(at);
  return (
    <li className="border-b border-border">
      <Link
        href={signedInPaths.adminContent(id)}
        className="group flex min-h-12 items-center justify-between gap-4 py-2 type-ui hover:text-north"
      >
        <span className="min-w-0 [overflow-wrap:anywhere]">
          {contentName(content)}
          <span className="block type-meta tabular-nums">
            {state === 'waiting' ? `Pedido por ${name} em ${when}` : `Devolvido em ${when}, pedido por ${name}`}
          </span>
        </span>
        <LinkArrow className="text-north" />
      </Link>
    </li>
  );
}
