import { Eye, EyeOff, PencilLine, Star, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { paths } from '@/app/paths';
import { cx } from '@/lib/cx';
import { useNavigate, useSearchParams } from '@/lib/router';
import { Button, type ButtonProps } from '@/ui/button';
import { toast } from '@/ui/toast';
import { Tooltip } from '@/ui/tooltip';
import { type ContentFlag, type ContentRow, useToggleContent } from './queries';
import { contentToasts } from './text';

export interface RowActionsProps {
  content: ContentRow;
  onDelete: (content: ContentRow) => void;
}

const ICON = { 'aria-hidden': true, className: 'size-4.5', strokeWidth: 1.6 } as const;

/** The four things one can do with a row. The two toggles keep their name; whether they are on is their pressed state. */
export function RowActions({ content, onDelete }: RowActionsProps) {
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const toggle = useToggleContent(content);
  const flip = (flag: ContentFlag) => {
    if (toggle.isPending) return;
    toggle.mutate(flag, {
      onSuccess: () => toast(contentToasts.updated),
      onError: (error) => {
        console.error('a content could not be updated', error);
        toast(contentToasts.updateFailed(error));
      },
    });
  };
  // What was asked for shows at once; if the server refuses, the answer turns it back.
  const shown = (flag: ContentFlag) => content[flag] !== (toggle.isPending && toggle.variables === flag);
  const featured = shown('is_featured');
  const published = shown('is_published');
  const edit = () => navigate(paths.adminPanel({ section: params.get('aba') ?? undefined, content: content.id }));
  const { title } = content;
  return (
    <div className="flex gap-0.5 lg:justify-end">
      <Action
        hint={featured ? 'Remover destaque' : 'Destacar'}
        label={`Destaque: ${title}`}
        aria-pressed={featured}
        aria-busy={toggle.isPending}
        onClick={() => flip('is_featured')}
        className={featured ? 'text-north' : undefined}
      >
        <Star {...ICON} fill={featured ? 'currentColor' : 'none'} />
      </Action>
      <Action
        hint={published ? 'Voltar para rascunho' : 'Publicar'}
        label={`Publicado: ${title}`}
        aria-pressed={published}
        aria-busy={toggle.isPending}
        onClick={() => flip('is_published')}
      >
        {published ? <Eye {...ICON} /> : <EyeOff {...ICON} />}
      </Action>
      <Action hint="Editar" label={`Editar ${title}`} onClick={() => void edit()}>
        <PencilLine {...ICON} />
      </Action>
      <Action
        hint="Excluir"
        label={`Excluir ${title}`}
        onClick={() => onDelete(content)}
        className="hover:bg-destructive-tint hover:text-destructive"
      >
        <Trash2 {...ICON} />
      </Action>
    </div>
  );
}

interface ActionProps extends Omit<ButtonProps, 'className'> {
  hint: string;
  label: string;
  children: ReactNode;
  className?: string | undefined;
}

function Action({ hint, label, className, ...rest }: ActionProps) {
  return (
    <Tooltip label={hint}>
      <Button variant="ghost" size="icon" aria-label={label} className={cx('text-foreground-2', className)} {...rest} />
    </Tooltip>
  );
}
