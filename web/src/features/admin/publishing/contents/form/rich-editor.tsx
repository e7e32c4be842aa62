import '@/styles/article.css';
import './rich-editor.css';
import type { Editor } from '@tiptap/core';
import { Image } from '@tiptap/extension-image';
import { TableKit } from '@tiptap/extension-table';
import { EditorContent, useEditor } from '@tiptap/react';
import StarterKit from '@tiptap/starter-kit';
import { useMemo, useState } from 'react';
import { EditorToolbar } from './editor-toolbar';
import { tidyHtml, toHtml } from './markup';

export interface RichEditorProps {
  control: {
    'aria-label': string;
    'aria-invalid': true | undefined;
    'aria-describedby': string;
  };
  /** The text when the editor opens; afterwards the editor itself knows. */
  value: string;
  onChange: (html: string) => void;
}

const EXTENSIONS = [
  StarterKit.configure({
    heading: { levels: [2, 3, 4] },
    // Underlined text would read as a link.
    underline: false,
    trailingNode: false,
    link: {
      openOnClick: false,
      defaultProtocol: 'https',
      protocols: ['http', 'https', 'mailto', 'tel'],
      // The server writes its own `rel` when it sanitises.
      HTMLAttributes: { target: null, rel: null },
    },
  }),
  TableKit,
  Image,
];

const htmlOf = (editor: Editor) => (editor.isEmpty ? '' : tidyHtml(editor.getHTML()));

/** The visual editor. What it holds is HTML. */
export function RichEditor({ control, value, onChange }: RichEditorProps) {
  const { 'aria-label': label, 'aria-describedby': note, 'aria-invalid': invalid } = control;
  const attributes = useMemo(() => editorAttributes(label, note, invalid), [label, note, invalid]);
  const [content] = useState(() => toHtml(value));
  const editor = useEditor({
    extensions: EXTENSIONS,
    content,
    // The content security policy allows no <style> elements: its few rules are in rich-editor.css.
    injectCSS: false,
    editorProps: { attributes },
    onUpdate: ({ editor: changed }) => onChange(htmlOf(changed)),
  });
  return (
    <div
      data-invalid={control['aria-invalid']}
      className="rounded-md border border-input bg-card focus-within:border-foreground data-invalid:border-destructive"
    >
      <EditorToolbar editor={editor} />
      <EditorContent editor={editor} />
    </div>
  );
}

function editorAttributes(label: string, note: string, invalid: true | undefined): Record<string, string> {
  return {
    role: 'textbox',
    'aria-multiline': 'true',
    'aria-label': label,
    'aria-describedby': note,
    ...(invalid ? { 'aria-invalid': 'true' } : {}),
    class: 'editor-text',
    lang: 'pt-BR',
  };
}
