import { Button } from '@/ui/button';

export interface MoreButtonProps {
  list: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => Promise<unknown> };
  /** Called before more is loaded. */
  onAsk?: () => void;
  /** True if the community's keys stop at it. */
  isKeyItem?: boolean;
}

/** 'Carregar mais' below a list that has more. */
export function MoreButton({ list, onAsk, isKeyItem }: MoreButtonProps) {
  if (!list.hasNextPage) return null;
  return (
    <Button
      variant="line"
      data-key-item={isKeyItem && ''}
      className="mt-8 max-sm:w-full"
      busy={list.isFetchingNextPage}
      busyLabel="Carregando..."
      onClick={() => {
        onAsk?.();
        void list.fetchNextPage();
      }}
    >
      Carregar mais
    </Button>
  );
}
