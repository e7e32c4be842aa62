import { Heart } from 'lucide-react';
import { useRef } from 'react';
import { cx } from '@/lib/cx';
import { formatCount, formatNumber } from '@/lib/format';
import { toast } from '@/ui/toast';
import { failureMessage } from '@/widgets/failure-message';

export interface LikeButtonProps {
  liked: boolean;
  count: number;
  /** Name of the liked item, for the accessible name: 'a publicação de Ana'. */
  what: string;
  /** Shows the choice at once, in every list. */
  onShow: (liked: boolean) => void;
  /** Stores the choice; repeating it changes nothing. */
  onStore: (liked: boolean) => Promise<void>;
}

/** A like. It may be pressed faster than the server answers: the last press is what is stored. */
export function LikeButton({ liked, count, what, onShow, onStore }: LikeButtonProps) {
  const wanted = useRef(liked);
  const sending = useRef(false);
  const press = async () => {
    const before = liked;
    wanted.current = !liked;
    onShow(wanted.current);
    if (sending.current) return;
    sending.current = true;
    let stored = before;
    try {
      while (wanted.current !== stored) {
        const next = wanted.current;
        await onStore(next);
        stored = next;
      }
    } catch (error) {
      if (wanted.current !== stored) onShow(stored);
      toast(failureMessage('Não foi possível registrar a curtida.', error));
    } finally {
      sending.current = false;
    }
  };
  return (
    <button
      type="button"
      data-key="like"
      aria-pressed={liked}
      aria-label={`${liked ? 'Descurtir' : 'Curtir'} ${what}: ${formatCount(count, 'curtida', 'curtidas')}`}
      onClick={() => void press()}
      className={cx(
        '-mx-2 inline-flex min-h-11 items-center gap-2 rounded-md px-2 text-sm tabular-nums transition-colors duration-(--dur-1) hover:text-north lg:min-h-9',
        liked ? 'text-north' : 'text-muted-foreground',
      )}
    >
      <Heart aria-hidden="true" className="size-4.5" strokeWidth={1.6} fill={liked ? 'currentColor' : 'none'} />
      {formatNumber(count)}
    </button>
  );
}
