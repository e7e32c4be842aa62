import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Heart } from 'lucide-react';
import { Button } from '@/ui/button';
import { useAction } from '@/widgets/use-action';
import { setFavorite } from './actions';
import { favoritesQuery, learningKeys } from './queries';

/** Keeps a course among the favourites; the choice shows at once. */
export function FavoriteButton({ course, userId }: { course: string; userId: string }) {
  const queryClient = useQueryClient();
  const { data: favorites } = useQuery(favoritesQuery());
  const isFavorite = favorites?.has(course) ?? false;
  const change = useAction({
    run: (wanted: boolean) => {
      queryClient.setQueryData<ReadonlySet<string>>(learningKeys.favorites, (known = new Set()) => {
        const next = new Set(known);
        if (wanted) next.add(course);
        else next.delete(course);
        return next;
      });
      return setFavorite(course, userId, wanted);
    },
    refreshes: [learningKeys.favorites],
    failure: 'Não foi possível salvar o favorito.',
  });
  return (
    <Button variant="line" size="small" aria-pressed={isFavorite} onClick={() => change.mutate(!isFavorite)}>
      <Heart
        aria-hidden="true"
        className={isFavorite ? 'size-4.5 text-north' : 'size-4.5'}
        strokeWidth={1.6}
        fill={isFavorite ? 'currentColor' : 'none'}
      />
      {isFavorite ? 'Nos favoritos' : 'Favoritar'}
    </Button>
  );
}
