import type { Editor } from '@tiptap/core';
import { type KeyboardEvent, useState } from 'react';
import { externalSource } from '@/entities/external/external-source';
import { Button } from '@/ui/button';
import { embedTitle } from './blocks';
import { onEnter } from './on-enter';
import { ROW_CLASS, RowField } from './row-field';

/** Inserts a recording of another site at the cursor. */
export function EmbedRow({ editor, onDone }: { editor: Editor; onDone: () => void }) {
  const [address, setAddress] = useState('');
  const [title, setTitle] = useState('');
  const [error, setError] = useState<string>();
  const insert = () => {
    const href = address.trim();
    if (!externalSource(href)) {
      setError('Informe o endereço de um vídeo do YouTube ou do Vimeo, ou de um episódio do Spotify, com https://.');
      return;
    }
    const attrs = { href, title: title.trim() || embedTitle(href) };
    editor.chain().focus().insertContent({ type: 'embed', attrs }).run();
    onDone();
  };
  const onKeyDown = onEnter(insert);
  return (
    <div className={ROW_CLASS}>
      <RowField
        label="Endereço"
        name="Endereço do vídeo ou áudio"
        error={error}
        autoFocus
        inputMode="url"
        placeholder="https://www.youtube.com/watch?v="
        value={address}
        onChange={(event) => setAddress(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <EmbedTitle value={title} onChange={setTitle} onKeyDown={onKeyDown} />
      <div className="flex gap-2">
        <Button size="small" onClick={insert}>
          Inserir
        </Button>
        <Button variant="ghost" size="small" onClick={onDone}>
          Fechar
        </Button>
      </div>
    </div>
  );
}

interface EmbedTitleProps {
  value: string;
  onChange: (title: string) => void;
  onKeyDown: (event: KeyboardEvent) => void;
}

/** The words of a recording's link. */
export function EmbedTitle({ value, onChange, onKeyDown }: EmbedTitleProps) {
  return (
    <RowField
      label="Título"
      name="Título do vídeo ou áudio (opcional)"
      placeholder="Aparece antes de a gravação carregar"
      value={value}
      onChange={(event) => onChange(event.target.value)}
      onKeyDown={onKeyDown}
    />
  );
}
