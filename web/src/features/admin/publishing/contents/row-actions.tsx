import {
  Copy,
  Ellipsis,
  ExternalLink,
  Eye,
  EyeOff,
  MonitorSmartphone,
  PencilLine,
  Star,
  Trash2,
  Undo2,
} from 'lucide-react';
import { paths } from '@/app/pages';
import { usePanelAccess } from '@/entities/panel-access';
import { signedInPaths } from '@/entities/signed-in-paths';
import { cx } from '@/lib/cx';
import { useNavigate } from '@/lib/router';
import { Button } from '@/ui/button';
import { IconAction } from '@/ui/icon-action';
import { Menu } from '@/ui/menu';
import { useAction } from '@/widgets/use-action';
import {
  CONTENTS,
  type ContentFlag,
  duplicateContent,
  type ListedContent,
  toggleContent,
  untrashContent,
} from './queries';
import { contentToasts } from './text';

const SUBDUED = 'text-foreground-2';

export interface RowActionsProps {
  content: ListedContent;
  onDelete: (content: ListedContent) => void;
}

export function RowActions(props: RowActionsProps) {
  return props.content.trashed_at ? <TrashedActions {...props} /> : <PresentActions {...props} />;
}

function TrashedActions({ content, onDelete }: RowActionsProps) {
  const { isAdmin } = usePanelAccess();
  const restore = useAction({
    run: () => untrashContent(content),
    done: {
      title: 'Conteúdo restaurado',
      description: 'Ele voltou como rascunho, com o texto, os arquivos e o endereço de antes.',
      tone: 'success',
    },
    failure: contentToasts.updateFailed,
    refreshes: [CONTENTS],
  });
  return (
    <div className="flex gap-0.5 lg:justify-end">
      <IconAction
        hint="Restaurar"
        label={`Restaurar ${content.title}`}
        icon={Undo2}
        className={SUBDUED}
        aria-busy={restore.isPending}
        onClick={() => !restore.isPending && restore.mutate()}
      />
      {isAdmin && <DeleteAction content={content} hint="Excluir de vez" onDelete={onDelete} />}
    </div>
  );
}

function DeleteAction({ content, hint, onDelete }: RowActionsProps & { hint: string }) {
  return (
    <IconAction
      hint={hint}
      label={`Excluir ${content.title}`}
      icon={Trash2}
      className={cx(SUBDUED, 'hover:bg-destructive-tint hover:text-destructive')}
      onClick={() => onDelete(content)}
    />
  );
}

function PresentActions({ content, onDelete }: RowActionsProps) {
  const navigate = useNavigate();
  const { publishes } = usePanelAccess();
  const isOpen = publishes || !(content.is_published || content.publish_at);
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
  const copying = useAction({
    run: () => duplicateContent(content.id),
    done: { title: 'Conteúdo duplicado', description: 'A cópia é um rascunho.', tone: 'success' },
    failure: contentToasts.createFailed,
    refreshes: [CONTENTS],
    onDone: (copy) => navigate(signedInPaths.adminContent(copy)),
  });
  return (
    <div className="flex gap-0.5 lg:justify-end">
      {isOpen && (
        <IconAction
          {...flip('is_featured')}
          hint={featured ? 'Remover destaque' : 'Destacar'}
          label={`Destaque: ${title}`}
          icon={Star}
          filled={featured}
          className={cx(SUBDUED, featured && 'text-north')}
        />
      )}
      {publishes && (
        <IconAction
          {...flip('is_published')}
          hint={published ? 'Voltar para rascunho' : 'Publicar'}
          label={`Publicado: ${title}`}
          icon={published ? Eye : EyeOff}
          className={SUBDUED}
        />
      )}
      <IconAction
        hint="Editar"
        label={`Editar ${title}`}
        icon={PencilLine}
        className={SUBDUED}
        onClick={() => navigate(signedInPaths.adminContent(content.id))}
      />
      {isOpen && <DeleteAction content={content} hint="Excluir" onDelete={onDelete} />}
      <Menu
        trigger={
          <Button variant="ghost" size="icon" aria-label={`Mais ações: ${title}`} className={SUBDUED}>
            <Ellipsis aria-hidden="true" className="size-4.5" strokeWidth={1.6} />
          </Button>
        }
        groups={[
          [
            {
              label: 'Pré-visualizar',
              icon: MonitorSmartphone,
              onSelect: () =>
                navigate(signedInPaths.adminPreview(content.id, { isMember: content.is_member_only, isPhone: false })),
            },
            ...(content.is_published && !content.is_member_only
              ? [
                  {
                    label: 'Ver no site',
                    icon: ExternalLink,
                    onSelect: () => window.open(paths.content(content), '_blank', 'noopener'),
                  },
                ]
              : []),
            { label: 'Duplicar', icon: Copy, onSelect: () => !copying.isPending && copying.mutate() },
          ],
        ]}
      />
    </div>
  );
}
