import { useQueryClient } from '@tanstack/react-query';
import { Ellipsis, Eye, EyeOff, Flag, Link, Lock, LockOpen, MailOpen, Pencil, Pin, PinOff, Trash2 } from 'lucide-react';
import { Suspense, useState } from 'react';
import { paths } from '@/app/pages';
import type { Decision } from '@/entities/moderation';
import { Button } from '@/ui/button';
import { Menu } from '@/ui/menu';
import type { MenuItem } from '@/ui/menu-props';
import { latePart } from '@/ui/start/late-part';
import { toast } from '@/ui/toast';
import { useAction } from '@/widgets/use-action';
import { patchPost } from '../cache';
import { communityKeys, type Post } from '../queries';
import { markPost, markPostUnread, removePost } from './post-actions';

const AlertDialog = latePart(() => import('@/ui/alert-dialog').then((module) => ({ default: module.AlertDialog })));
const ReportDialog = latePart(() =>
  import('@/widgets/report-dialog').then((module) => ({ default: module.ReportDialog })),
);
const DecisionDialog = latePart(() =>
  import('@/widgets/decision-dialog').then((module) => ({ default: module.DecisionDialog })),
);

/** Time for which the author may edit; the server decides. */
export const EDITABLE_MS = 24 * 60 * 60 * 1000;

export const isEditable = (row: { author_id: string; created_at: string }, userId: string, now: number): boolean =>
  row.author_id === userId && now - Date.parse(row.created_at) < EDITABLE_MS;

type Change = Partial<Pick<Post, 'is_pinned' | 'is_locked'>>;

export interface PostMenuProps {
  post: Post;
  userId: string;
  isStaff: boolean;
  now: number;
  onEdit: () => void;
  /** Called after the post was marked unread. It stays so while the page is open. */
  onUnread: () => void;
}

/** Menu of a post for its author and staff. */
export function PostMenu({ post, userId, isStaff, now, onEdit, onUnread }: PostMenuProps) {
  const queryClient = useQueryClient();
  const [asking, setAsking] = useState(false);
  const [reporting, setReporting] = useState(false);
  const [ruling, setRuling] = useState<Decision>();
  const change = useAction({
    run: (next: Change) => markPost(post.id, next),
    refreshes: [communityKeys.post(post.id), communityKeys.feeds],
    failure: 'Não foi possível alterar a publicação.',
    onDone: (_, next) => patchPost(queryClient, post.id, (shown) => ({ ...shown, ...next })),
  });
  const removal = useAction({
    run: () => removePost(post.id),
    refreshes: [communityKeys.post(post.id), communityKeys.feeds],
    failure: 'Não foi possível excluir a publicação.',
    onDone: () => setAsking(false),
  });
  const unread = useAction({
    run: () => markPostUnread(post.id),
    refreshes: [communityKeys.unread, communityKeys.newComments],
    done: { title: 'Marcada como não lida.', tone: 'success' },
    failure: 'Não foi possível marcar a publicação como não lida.',
    onDone: onUnread,
  });
  const isOwn = post.author_id === userId;
  const everyone: MenuItem[] = [
    { label: 'Copiar link', icon: Link, onSelect: () => void copyLink(post.id) },
    { label: 'Marcar como não lida', icon: MailOpen, onSelect: () => unread.mutate() },
  ];
  const author: MenuItem[] = [];
  if (isEditable(post, userId, now)) author.push({ label: 'Editar', icon: Pencil, onSelect: onEdit });
  const staff: MenuItem[] = isStaff
    ? [
        post.is_pinned
          ? { label: 'Desafixar', icon: PinOff, onSelect: () => change.mutate({ is_pinned: false }) }
          : { label: 'Fixar no topo', icon: Pin, onSelect: () => change.mutate({ is_pinned: true }) },
        post.is_locked
          ? { label: 'Reabrir comentários', icon: LockOpen, onSelect: () => change.mutate({ is_locked: false }) }
          : {
              label: 'Fechar comentários',
              icon: Lock,
              // Under a post of somebody else it is a decision with a reason.
              onSelect: () => (isOwn ? change.mutate({ is_locked: true }) : setRuling('lock')),
            },
        ...(isOwn
          ? []
          : [
              post.is_hidden
                ? { label: 'Mostrar aos membros', icon: Eye, onSelect: () => setRuling('keep') }
                : { label: 'Ocultar dos membros', icon: EyeOff, onSelect: () => setRuling('hide') },
            ]),
      ]
    : [];
  const removing: MenuItem[] = [];
  if (!isOwn) removing.push({ label: 'Denunciar', icon: Flag, onSelect: () => setReporting(true) });
  // What others wrote is removed with a reason.
  if (isOwn || isStaff) {
    const remove = () => (isOwn ? setAsking(true) : setRuling('delete'));
    removing.push({ label: 'Excluir', icon: Trash2, onSelect: remove, destructive: true });
  }
  return (
    <>
      <Menu
        groups={[[...everyone, ...author], staff, removing]}
        trigger={
          <Button variant="ghost" size="icon" aria-label="Ações da publicação" className="shrink-0">
            <Ellipsis aria-hidden="true" className="size-4.5" strokeWidth={1.8} />
          </Button>
        }
      />
      <Suspense>
        {asking && (
          <AlertDialog
            open
            onOpenChange={(open) => !open && !removal.isPending && setAsking(false)}
            title="Excluir esta publicação?"
            description="Ela sai das listas. Os comentários ficam, e a exclusão pode ser desfeita em até 24 horas."
            actionLabel="Excluir"
            actionIcon={<Trash2 aria-hidden="true" className="size-4" strokeWidth={1.6} />}
            busy={removal.isPending}
            busyLabel="Excluindo..."
            onAction={() => removal.mutate()}
          />
        )}
        {reporting && (
          <ReportDialog open onClose={() => setReporting(false)} target={{ post_id: post.id }} what="esta publicação" />
        )}
        {ruling && (
          <DecisionDialog decision={ruling} subject={{ post_id: post.id }} onClose={() => setRuling(undefined)} />
        )}
      </Suspense>
    </>
  );
}

async function copyLink(id: string): Promise<void> {
  const address = new URL(paths.membersPost(id), location.href).href;
  try {
    await navigator.clipboard.writeText(address);
    toast({ title: 'Link copiado.', tone: 'success' });
  } catch {
    // Forbidden, or not a secure page: the address is shown to be copied by hand.
    toast({ title: 'Copie o link', description: address });
  }
}
