import { Eye, EyeOff, PencilLine, Star, Trash2 } from 'lucide-react';
import { signedInPaths } from '@/entities/signed-in-paths';
import { cx } from '@/lib/cx';
import { useNavigate, useSearchParams } from '@/lib/router';
import { IconAction } from '@/ui/icon-action';
import { useAction } from '@/widgets/use-action';
import { CONTENTS, type ContentFlag, type ContentRow, toggleContent } from './queries';
import { contentToasts } from './text';

const SUBDUED = 'text-foreground-2';

export function RowActions({ content, onDelete }: { content: ContentRow; onDelete: (content: ContentRow) => void }) {
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const { title } = content;
  const toggle = useAction({
    run: (flag: ContentFlag) => toggleContent(content, flag),
    done: contentToasts.updated,
    failure: contentToasts.updateFailed,
    refreshes: [CONTENTS],
  });
  // Optimistic: shows the requested state until the response.
  const isOn = (flag: ContentFlag) => content[flag] !== (toggle.isPending && toggle.variables === flag);
  const featured = isOn('is_featured');
  const published = isOn('is_published');
  const flip = (flag: ContentFlag) => ({
    'aria-pressed': isOn(flag),
    'aria-busy': toggle.isPending,
    onClick: () => !toggle.isPending && toggle.mutate(flag),
  });
  const edit = () =>
    navigate(signedInPaths.adminPanel({ section: params.get('aba') ?? undefined, content: content.id }));
  return (
    <div className="flex gap-0.5 lg:justify-end">
      <IconAction
        {...flip('is_featured')}
        hint={featured ? 'Remover destaque' : 'Destacar'}
        label={`Destaque: ${title}`}
        icon={Star}
        filled={featured}
        className={cx(SUBDUED, featured && 'text-north')}
      />
      <IconAction
        {...flip('is_published')}
        hint={published ? 'Voltar para rascunho' : 'Publicar'}
        label={`Publicado: ${title}`}
        icon={published ? Eye : EyeOff}
        className={SUBDUED}
      />
      <IconAction hint="Editar" label={`Editar ${title}`} icon={PencilLine} className={SUBDUED} onClick={edit} />
      <IconAction
        hint="Excluir"
        label={`Excluir ${title}`}
        icon={Trash2}
        className={cx(SUBDUED, 'hover:bg-destructive-tint hover:text-destructive')}
        onClick={() => onDelete(content)}
      />
    </div>
  );
}
