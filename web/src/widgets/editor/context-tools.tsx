import type { ChainedCommands, Editor } from '@tiptap/core';
import { useEditorState } from '@tiptap/react';
import { Columns3, type LucideIcon, Minus, Plus, Rows3, Trash2 } from 'lucide-react';
import { Toolbar } from 'radix-ui';
import { useId } from 'react';
import { Select } from '@/ui/select';
import { toast } from '@/ui/toast';
import { EmbedTitle } from './embed-row';
import { ONE_ROW_CLASS, ROW_CLASS, RowField } from './row-field';
import { PICTURE_DESCRIPTION } from './rows';

/** Tools for the place of the caret: the rows and columns of a table, the texts of a picture. */
export function ContextTools({ editor }: { editor: Editor }) {
  const place = useEditorState({
    editor,
    selector: ({ editor: current }) => {
      if (current.isActive('image')) {
        const { alt, caption, src, width } = current.getAttributes('image');
        return {
          kind: 'picture' as const,
          alt: String(alt ?? ''),
          caption: String(caption ?? ''),
          src: String(src),
          width: Number(width ?? 0),
        };
      }
      if (current.isActive('embed')) {
        return { kind: 'embed' as const, title: String(current.getAttributes('embed').title ?? '') };
      }
      return current.isActive('table') ? { kind: 'table' as const } : undefined;
    },
  });
  if (place?.kind === 'embed') return <EmbedFields editor={editor} title={place.title} />;
  if (place?.kind === 'table') return <TableTools editor={editor} />;
  if (!place) return null;
  const { src, alt, caption, width } = place;
  return <PictureFields key={src} editor={editor} alt={alt} caption={caption} width={width} />;
}

const TABLE_TOOLS: readonly {
  label: string;
  text: string;
  icon: LucideIcon;
  /** Sign for adding or removing. Absent if the icon says it. */
  sign?: LucideIcon;
  run: (chain: ChainedCommands) => ChainedCommands;
}[] = [
  { label: 'Inserir linha abaixo', text: 'Linha', icon: Rows3, sign: Plus, run: (chain) => chain.addRowAfter() },
  {
    label: 'Inserir coluna à direita',
    text: 'Coluna',
    icon: Columns3,
    sign: Plus,
    run: (chain) => chain.addColumnAfter(),
  },
  { label: 'Excluir linha', text: 'Linha', icon: Rows3, sign: Minus, run: (chain) => chain.deleteRow() },
  { label: 'Excluir coluna', text: 'Coluna', icon: Columns3, sign: Minus, run: (chain) => chain.deleteColumn() },
  { label: 'Excluir tabela', text: 'Tabela', icon: Trash2, run: (chain) => chain.deleteTable() },
];

function TableTools({ editor }: { editor: Editor }) {
  return (
    <Toolbar.Root
      // A click must not take the focus from the text.
      onMouseDown={(event) => event.preventDefault()}
      aria-label="Tabela"
      className={`flex flex-wrap gap-0.5 border-b border-border bg-muted p-1 ${ONE_ROW_CLASS}`}
    >
      {TABLE_TOOLS.map(({ label, text, icon: Icon, sign: Sign, run }) => (
        <Toolbar.Button
          key={label}
          type="button"
          aria-label={label}
          title={label}
          onClick={() => run(editor.chain().focus()).run()}
          className="flex min-h-11 shrink-0 items-center gap-1.5 rounded-sm px-2.5 text-small text-foreground-2 hover:bg-accent focus-visible:-outline-offset-2 lg:min-h-9"
        >
          {Sign && <Sign aria-hidden="true" className="size-4" strokeWidth={1.6} />}
          <Icon aria-hidden="true" className="size-4" strokeWidth={1.6} />
          {text}
        </Toolbar.Button>
      ))}
    </Toolbar.Root>
  );
}

/** The title of the recording that is selected. */
function EmbedFields({ editor, title }: { editor: Editor; title: string }) {
  return (
    <fieldset className={`${ROW_CLASS} bg-muted`}>
      <legend className="sr-only">Gravação selecionada</legend>
      <EmbedTitle
        value={title}
        onChange={(next) => editor.commands.updateAttributes('embed', { title: next })}
        // Enter must not submit the surrounding form.
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      />
    </fieldset>
  );
}

interface PictureFieldsProps {
  editor: Editor;
  alt: string;
  caption: string;
  /** Width in pixels, or 0 if none is set. */
  width: number;
}

/** Widths to choose from, in pixels; 0 is the picture's own. A picture is never wider than the text. */
const WIDTHS = [
  { label: 'Inteira', width: 0 },
  { label: 'Média', width: 480 },
  { label: 'Pequena', width: 280 },
] as const;

/** Gives the selected picture that width, or its own size where that is not wider or the width is 0. */
async function setWidth(editor: Editor, width: number): Promise<void> {
  const { from } = editor.state.selection;
  const element = editor.view.nodeDOM(from);
  const picture = element instanceof Element ? (element.closest('img') ?? element.querySelector('img')) : null;
  // Its own size is known once it is loaded.
  await picture?.decode();
  if (!picture?.naturalWidth || editor.state.selection.from !== from) return;
  const { naturalWidth, naturalHeight } = picture;
  const shown = width > 0 ? Math.min(width, naturalWidth) : naturalWidth;
  const height = Math.round((naturalHeight * shown) / naturalWidth);
  editor.commands.updateAttributes('image', { width: shown, height });
}

/** Description, caption and width of the picture that is selected. */
function PictureFields({ editor, alt, caption, width }: PictureFieldsProps) {
  const widthId = useId();
  const change = (attributes: { alt?: string; caption?: string }) =>
    editor.commands.updateAttributes('image', attributes);
  return (
    <fieldset className={`${ROW_CLASS} ${ONE_ROW_CLASS} bg-muted`}>
      <legend className="sr-only">Imagem selecionada</legend>
      <RowField
        label="Descrição"
        {...PICTURE_DESCRIPTION}
        value={alt}
        onChange={(event) => change({ alt: event.target.value })}
        // Enter must not submit the surrounding form.
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      />
      <RowField
        label="Legenda"
        name="Legenda (opcional)"
        placeholder="Aparece abaixo da imagem"
        value={caption}
        onChange={(event) => change({ caption: event.target.value })}
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      />
      <div className="flex shrink-0 items-center gap-2">
        <label htmlFor={widthId} className="type-meta">
          Largura
        </label>
        <Select
          id={widthId}
          className="[&>select]:min-h-11! [&>select]:py-1.5! lg:[&>select]:min-h-9!"
          value={WIDTHS.find((choice) => choice.width === width)?.width ?? 0}
          onChange={(event) => {
            setWidth(editor, Number(event.target.value)).catch((reason: unknown) => {
              console.error('a picture could not be loaded', reason);
              toast({
                title: 'A largura não mudou',
                description: 'Não foi possível carregar a imagem.',
                tone: 'destructive',
              });
            });
          }}
        >
          {WIDTHS.map((choice) => (
            <option key={choice.label} value={choice.width}>
              {choice.label}
            </option>
          ))}
        </Select>
      </div>
    </fieldset>
  );
}
