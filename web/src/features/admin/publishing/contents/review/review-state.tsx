import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { usePanelAccess } from '@/entities/panel-access';
import { useSession } from '@/entities/session';
import { formatDateTime } from '@/lib/format';
import { Button } from '@/ui/button';
import { useAction } from '@/widgets/use-action';
import { useName } from '../desk/desk-status';
import { commentsQuery, REVIEW_CHANGES, type Review, reviewQuery, withdrawReview } from './queries';
import { ReturnDialog } from './return-dialog';
import { useReviewsLive } from './use-reviews-live';

export interface ReviewStateProps {
  content: string;
  /** Saves the form as it is, and publishes it. */
  onPublish: () => void;
  /** The form cannot be saved now. */
  isBlocked: boolean;
}

/** Notice that a content waits for review or was sent back, with the possible actions. */
export function ReviewState(props: ReviewStateProps) {
  const { data: review } = useQuery(reviewQuery(props.content));
  useReviewsLive(props.content);
  if (!review) return null;
  return (
    <div role="status" className="-mt-3 mb-6 border-l-3 border-north bg-muted px-4 py-3 type-ui">
      {review.state === 'waiting' ? <Waiting review={review} {...props} /> : <Returned review={review} />}
    </div>
  );
}

function Waiting({ review, content, onPublish, isBlocked }: ReviewStateProps & { review: Review }) {
  const { publishes, isAdmin } = usePanelAccess();
  const { user } = useSession();
  const [returning, setReturning] = useState(false);
  const isOwn = review.author_id === user?.id;
  const name = useName(review.author_id);
  const at = formatDateTime(review.requested_at);
  const withdrawing = useAction({
    run: () => withdrawReview(content),
    done: { title: 'Pedido de revisão retirado', tone: 'success' },
    failure: 'Não foi possível retirar o pedido.',
    refreshes: REVIEW_CHANGES,
  });
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <p>
        <strong className="font-label">Aguardando revisão.</strong>{' '}
        <span className="text-foreground-2 tabular-nums">
          {isOwn ? `Você pediu em ${at}.` : `Pedido por ${name} em ${at}.`}
        </span>
      </p>
      <div className="flex flex-wrap gap-2">
        {(isOwn || isAdmin) && (
          <Button
            variant="ghost"
            size="small"
            busy={withdrawing.isPending}
            busyLabel="Retirando..."
            onClick={() => withdrawing.mutate()}
          >
            Retirar pedido
          </Button>
        )}
        {publishes && (
          <>
            <Button variant="line" size="small" onClick={() => setReturning(true)}>
              Devolver
            </Button>
            <Button size="small" disabled={isBlocked} onClick={onPublish}>
              Publicar
            </Button>
          </>
        )}
      </div>
      <ReturnDialog content={content} open={returning} onClose={() => setReturning(false)} />
    </div>
  );
}

function Returned({ review: { content_id: content, changed_at: at } }: { review: Review }) {
  const { data: comments = [] } = useQuery(commentsQuery(content));
  const reason = comments.findLast(({ created_at }) => created_at === at);
  const name = useName(reason?.author_id);
  return (
    <>
      <p>
        <strong className="font-label">Devolvido com comentário.</strong>{' '}
        <span className="text-foreground-2 tabular-nums">
          {reason ? `Por ${name} em ${formatDateTime(at)}.` : `Em ${formatDateTime(at)}.`}
        </span>
      </p>
      {reason && <p className="mt-1.5 max-w-[72ch] whitespace-pre-wrap [overflow-wrap:anywhere]">{reason.body}</p>}
    </>
  );
}
