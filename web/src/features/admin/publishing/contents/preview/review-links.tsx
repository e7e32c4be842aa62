import { useQuery } from '@tanstack/react-query';
import { Link2Off, Link as LinkIcon } from 'lucide-react';
import { useState } from 'react';
import { formatDateTime } from '@/lib/format';
import { Button } from '@/ui/button';
import { CloseButton, Dialog } from '@/ui/dialog';
import { Field } from '@/ui/field';
import { IconAction } from '@/ui/icon-action';
import { Input } from '@/ui/input';
import { toast } from '@/ui/toast';
import { useAction } from '@/widgets/use-action';
import { useName } from '../desk/desk-status';
import { createReviewLink, type ReviewLink, reviewLinksQuery, revokeReviewLink } from './queries';

/** Copies a new link, and lists those that are valid. */
export function ReviewLinks({ content }: { content: string }) {
  const links = useQuery(reviewLinksQuery(content));
  const [open, setOpen] = useState(false);
  /** A link that the browser would not copy. */
  const [shown, setShown] = useState('');
  const refreshes = [reviewLinksQuery(content).queryKey];
  const copying = useAction({
    run: () => createReviewLink(content),
    failure: 'Não foi possível criar o link.',
    refreshes,
    onDone: (address) => {
      navigator.clipboard.writeText(address).then(
        () =>
          toast({
            title: 'Link de revisão copiado',
            description: 'Quem tiver o link vê este conteúdo por 7 dias, sem precisar de conta.',
            tone: 'success',
          }),
        () => {
          setShown(address);
          setOpen(true);
        },
      );
    },
  });
  const count = links.data?.length ?? 0;
  return (
    <>
      <Button
        variant="line"
        size="small"
        busy={copying.isPending}
        busyLabel="Copiando..."
        onClick={() => copying.mutate()}
      >
        <LinkIcon aria-hidden="true" className="size-4" strokeWidth={1.6} />
        <span>
          Copiar link<span className="max-sm:sr-only"> de revisão</span>
        </span>
      </Button>
      {count > 0 && (
        <Button variant="ghost" size="small" onClick={() => setOpen(true)}>
          {count === 1 ? '1 link ativo' : `${count} links ativos`}
        </Button>
      )}
      <Dialog
        open={open}
        onOpenChange={(next) => {
          setOpen(next);
          if (!next) setShown('');
        }}
        title="Links de revisão"
        description="Quem tiver um destes links vê o conteúdo como está agora, sem precisar de conta."
        footer={<CloseButton />}
      >
        {shown && (
          <Field label="Link novo" hint="O navegador não permitiu copiar. Copie daqui: ele não será mostrado de novo.">
            {(control) => <Input {...control} readOnly value={shown} onFocus={(event) => event.target.select()} />}
          </Field>
        )}
        {count === 0 && <p className="type-ui text-muted-foreground">Nenhum link ativo.</p>}
        <ul className="border-t border-border empty:hidden">
          {links.data?.map((link) => (
            <LinkRow key={link.id} link={link} content={content} />
          ))}
        </ul>
      </Dialog>
    </>
  );
}

function LinkRow({ link, content }: { link: ReviewLink; content: string }) {
  const name = useName(link.author_id);
  const revoking = useAction({
    run: () => revokeReviewLink(link.id),
    done: { title: 'Link revogado', description: 'Ele não abre mais.', tone: 'success' },
    failure: 'Não foi possível revogar o link.',
    refreshes: [reviewLinksQuery(content).queryKey],
  });
  const made = formatDateTime(link.created_at);
  return (
    <li className="flex items-center gap-3 border-b border-border py-2">
      <p className="mr-auto type-ui">
        Criado por {name} em <span className="tabular-nums">{made}</span>
        <span className="block type-meta tabular-nums">Vale até {formatDateTime(link.expires_at)}</span>
      </p>
      <IconAction
        hint="Revogar"
        label={`Revogar o link de ${made}`}
        icon={Link2Off}
        aria-busy={revoking.isPending}
        onClick={() => !revoking.isPending && revoking.mutate()}
      />
    </li>
  );
}
