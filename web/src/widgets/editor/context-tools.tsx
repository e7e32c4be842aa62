import type { ChainedCommands, Editor } from '@tiptap/core';
import { useEditorState } from '@tiptap/react';
import { Columns3, type LucideIcon, Minus, Plus, Rows3, Trash2 } from 'lucide-react';
import { Toolbar } from 'radix-ui';
import { InputField } from '@/ui/input-field';
import { SelectField } from '@/ui/select-field';
import { toast } from '@/ui/toast';
import { StoredFileName } from '../uploads/stored-file';
import { EmbedTitle } from './embed-row';

/** What belongs to the place of the caret: the rows and columns of a table, the words of a picture. */
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
  return place ? <PictureFields key={place.src} editor={editor} {...place} /> : null;
}

const TABLE_TOOLS: readonly {
  label: string;
  text: string;
  icons: readonly LucideIcon[];
  run: (chain: ChainedCommands) => ChainedCommands;
}[] = [
  { label: 'Inserir linha abaixo', text: 'Linha', icons: [Plus, Rows3], run: (chain) => chain.addRowAfter() },
  {
    label: 'Inserir coluna à direita',
    text: 'Coluna',
    icons: [Plus, Columns3],
    run: (chain) => chain.addColumnAfter(),
  },
  { label: 'Excluir linha', text: 'Linha', icons: [Minus, Rows3], run: (chain) => chain.deleteRow() },
  { label: 'Excluir coluna', text: 'Coluna', icons: [Minus, Columns3], run: (chain) => chain.deleteColumn() },
  { label: 'Excluir tabela', text: 'Tabela', icons: [Trash2], run: (chain) => chain.deleteTable() },
];

function TableTools({ editor }: { editor: Editor }) {
  return (
    <Toolbar.Root
      // A click must not take the focus from the text.
      onMouseDown={(event) => event.preventDefault()}
      aria-label="Tabela"
      className="flex flex-wrap gap-0.5 border-b border-border bg-muted p-1"
    >
      {TABLE_TOOLS.map(({ label, text, icons, run }) => (
        <Toolbar.Button
          key={label}
          type="button"
          aria-label={label}
          title={label}
          onClick={() => run(editor.chain().focus()).run()}
          className="flex min-h-11 items-center gap-1.5 rounded-sm px-2.5 text-small text-foreground-2 hover:bg-accent focus-visible:-outline-offset-2 lg:min-h-9"
        >
          {icons.map((Icon, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: icons never move
            <Icon key={index} aria-hidden="true" className="size-4" strokeWidth={1.6} />
          ))}
          {text}
        </Toolbar.Button>
      ))}
    </Toolbar.Root>
  );
}

/** The title of the recording that is selected. */
function EmbedFields({ editor, title }: { editor: Editor; title: string }) {
  return (
    <fieldset className="border-b border-border bg-muted p-3">
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
  src: string;
  /** In pixels; 0 where none is set. */
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
function PictureFields({ editor, alt, caption, src, width }: PictureFieldsProps) {
  const change = (attributes: { alt?: string; caption?: string }) =>
    editor.commands.updateAttributes('image', attributes);
  return (
    <fieldset className="grid gap-4 border-b border-border bg-muted p-3 sm:grid-cols-[1fr_1fr_9rem]">
      <legend className="sr-only">Imagem selecionada</legend>
      <InputField
        label="Descrição da imagem"
        optional
        hint="Para quem usa leitor de tela. Em branco se for só decorativa."
        value={alt}
        onChange={(event) => change({ alt: event.target.value })}
        // Enter must not submit the surrounding form.
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      />
      <InputField
        label="Legenda"
        optional
        hint="Aparece abaixo da imagem."
        value={caption}
        onChange={(event) => change({ caption: event.target.value })}
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      />
      <SelectField
        label="Largura"
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
      </SelectField>
      <p className="type-meta [overflow-wrap:anywhere] sm:col-span-full">
        Arquivo: <StoredFileName address={src} />
      </p>
    </fieldset>
  );
}
