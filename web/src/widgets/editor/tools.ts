/** Commands of the toolbar and of the menu of blocks. */
import type { ChainedCommands, Editor } from '@tiptap/core';
import {
  Bold,
  Code,
  Heading2,
  Heading3,
  Heading4,
  ImagePlus,
  Italic,
  List,
  ListOrdered,
  Lock,
  type LucideIcon,
  Minus,
  PanelLeft,
  Redo2,
  SquarePlay,
  Table,
  TextQuote,
  Undo2,
} from 'lucide-react';
import { MEMBER_PART_LABEL } from './blocks';

export interface Tool {
  label: string;
  icon: LucideIcon;
  /** Absent for actions without a state, such as undoing. */
  isOn?: (editor: Editor) => boolean;
  isOff?: (editor: Editor) => boolean;
  run: (chain: ChainedCommands) => ChainedCommands;
  /** Block that not every editor has. */
  node?: string;
}

/** Returns `true` if the editor has the block of a tool. */
export const isOffered = ({ schema }: Editor, { node }: Pick<Tool, 'node'>): boolean =>
  node === undefined || node in schema.nodes;

const heading = (label: string, icon: LucideIcon, level: 2 | 3 | 4): Tool => ({
  label,
  icon,
  isOn: (editor) => editor.isActive('heading', { level }),
  run: (chain) => chain.toggleHeading({ level }),
});

const SECTION = heading('Seção', Heading2, 2);
const SUBSECTION = heading('Subseção', Heading3, 3);
const TOPIC = heading('Tópico', Heading4, 4);
const BULLETS: Tool = {
  label: 'Lista',
  icon: List,
  isOn: (editor) => editor.isActive('bulletList'),
  run: (chain) => chain.toggleBulletList(),
};
const NUMBERS: Tool = {
  label: 'Lista numerada',
  icon: ListOrdered,
  isOn: (editor) => editor.isActive('orderedList'),
  run: (chain) => chain.toggleOrderedList(),
};
const QUOTE: Tool = {
  label: 'Citação',
  icon: TextQuote,
  isOn: (editor) => editor.isActive('blockquote'),
  run: (chain) => chain.toggleBlockquote(),
};
const CALLOUT: Tool = {
  label: 'Destaque',
  icon: PanelLeft,
  isOn: (editor) => editor.isActive('callout'),
  run: (chain) => chain.toggleWrap('callout'),
};
const MEMBER_PART: Tool = {
  label: MEMBER_PART_LABEL,
  icon: Lock,
  node: 'memberPart',
  isOn: (editor) => editor.isActive('memberPart'),
  run: (chain) => chain.toggleWrap('memberPart'),
};
const TABLE: Tool = {
  label: 'Tabela',
  icon: Table,
  isOn: (editor) => editor.isActive('table'),
  isOff: (editor) => editor.isActive('table'),
  run: (chain) => chain.insertTable({ rows: 3, cols: 3, withHeaderRow: true }),
};
const CODE: Tool = {
  label: 'Bloco de código',
  icon: Code,
  isOn: (editor) => editor.isActive('codeBlock'),
  run: (chain) => chain.toggleCodeBlock(),
};
const RULE: Tool = { label: 'Linha divisória', icon: Minus, run: (chain) => chain.setHorizontalRule() };

/** The look of a tool. */
export const TOOL_CLASS =
  'grid size-11 shrink-0 place-items-center rounded-sm text-foreground-2 hover:bg-muted focus-visible:-outline-offset-2 disabled:text-input disabled:hover:bg-transparent aria-pressed:bg-muted aria-pressed:text-foreground lg:size-9';

export const TOOLS: readonly Tool[] = [
  { label: 'Negrito', icon: Bold, isOn: (editor) => editor.isActive('bold'), run: (chain) => chain.toggleBold() },
  { label: 'Itálico', icon: Italic, isOn: (editor) => editor.isActive('italic'), run: (chain) => chain.toggleItalic() },
  SECTION,
  SUBSECTION,
  BULLETS,
  NUMBERS,
  QUOTE,
  CALLOUT,
  MEMBER_PART,
  TABLE,
  CODE,
  RULE,
  { label: 'Desfazer', icon: Undo2, isOff: (editor) => !editor.can().undo(), run: (chain) => chain.undo() },
  { label: 'Refazer', icon: Redo2, isOff: (editor) => !editor.can().redo(), run: (chain) => chain.redo() },
];

/** An entry of the menu of blocks. */
export interface Block extends Pick<Tool, 'label' | 'icon' | 'isOff' | 'node'> {
  /** Other names under which it is found. */
  names: string;
  /** Characters that make the same block when typed at the start of a line. */
  typed?: string;
  /** Absent where something is chosen first. */
  run?: Tool['run'];
  /** Row of the toolbar that is opened then. */
  opens?: 'image' | 'embed';
}

export const BLOCKS: readonly Block[] = [
  { ...SECTION, names: 'título cabeçalho h2', typed: '##' },
  { ...SUBSECTION, names: 'título cabeçalho h3', typed: '###' },
  { ...TOPIC, names: 'título cabeçalho h4', typed: '####' },
  { ...BULLETS, names: 'marcadores itens', typed: '-' },
  { ...NUMBERS, names: 'números ordenada passos', typed: '1.' },
  { ...QUOTE, names: 'aspas frase', typed: '>' },
  { ...CALLOUT, names: 'caixa aviso nota dica exemplo' },
  { ...MEMBER_PART, names: 'membros exclusivo trecho premium fechado' },
  { label: 'Imagem', icon: ImagePlus, names: 'foto figura gráfico', opens: 'image' },
  {
    label: 'Incorporar',
    icon: SquarePlay,
    names: 'vídeo áudio youtube vimeo spotify podcast gravação',
    opens: 'embed',
  },
  { ...TABLE, names: 'quadro planilha linhas colunas' },
  { ...CODE, names: 'programa fórmula', typed: '```' },
  { ...RULE, names: 'separador divisor', typed: '---' },
];
