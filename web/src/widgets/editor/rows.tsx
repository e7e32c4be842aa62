import type { Editor } from '@tiptap/core';
import { useId, useState } from 'react';
import { Button } from '@/ui/button';
import { FieldNote } from '@/ui/field';
import { LibraryButton } from '../media/library-button';
import { type MediaFile, pathOf } from '../media/queries';
import { FileDrop } from '../uploads/file-drop';
import { measurePicture, type PictureSize, refusePicture } from '../uploads/picture-file';
import { useUpload } from '../uploads/use-upload';
import { onEnter } from './on-enter';
import { ROW_CLASS, RowField } from './row-field';

export function LinkRow({ editor, onDone }: { editor: Editor; onDone: () => void }) {
  const current: unknown = editor.getAttributes('link').href;
  const existing = typeof current === 'string' ? current : '';
  const [address, setAddress] = useState(existing);
  const [error, setError] = useState<string>();

  const close = () => {
    onDone();
    editor.commands.focus();
  };
  const apply = () => {
    const href = complete(address);
    if (!href) return setError('Informe um endereço, como exemplo.com.br/pagina.');
    const chain = editor.chain().focus().extendMarkRange('link');
    if (editor.state.selection.empty && !existing) {
      chain.insertContent({ type: 'text', text: href, marks: [{ type: 'link', attrs: { href } }] }).run();
    } else {
      chain.setLink({ href }).run();
    }
    onDone();
  };
  const remove = () => {
    editor.chain().focus().extendMarkRange('link').unsetLink().run();
    onDone();
  };

  return (
    <div className={ROW_CLASS}>
      <RowField
        label="Endereço"
        name="Endereço do link"
        error={error}
        autoFocus
        inputMode="url"
        placeholder="https://"
        value={address}
        onChange={(event) => setAddress(event.target.value)}
        onKeyDown={onEnter(apply)}
      />
      <div className="flex gap-2">
        <Button size="small" onClick={apply}>
          Aplicar link
        </Button>
        {existing && (
          <Button variant="ghost" size="small" onClick={remove}>
            Remover link
          </Button>
        )}
        <Button variant="ghost" size="small" onClick={close}>
          Fechar
        </Button>
      </div>
    </div>
  );
}

/** The address with its protocol; undefined for an invalid one. */
function complete(typed: string): string | undefined {
  const text = typed.trim();
  if (!text) return undefined;
  if (/^(mailto|tel):\S+$/i.test(text) || text.startsWith('/')) return text;
  const href = /^https?:\/\//i.test(text) ? text : `https://${text}`;
  return URL.canParse(href) && /^https?:\/\/[^\s/]+\.[^\s]+$/i.test(href) ? href : undefined;
}

/** The field that says in words what a picture shows. */
export const PICTURE_DESCRIPTION = {
  name: 'Descrição da imagem (opcional)',
  placeholder: 'Para leitores de tela; vazia, se for só decorativa',
} as const;

/** Inserts a picture at the cursor: its description, then the file. */
export function ImageRow({ editor, onDone }: { editor: Editor; onDone: () => void }) {
  const [description, setDescription] = useState('');
  // The natural size reserves the space while the picture loads.
  const insert = (src: string, size: Partial<PictureSize> | undefined) => {
    editor
      .chain()
      .focus()
      // By path: the site may move to another name.
      .setImage({ src: new URL(src, location.origin).pathname, alt: description.trim(), ...size })
      .run();
    onDone();
  };
  const choose = (file: MediaFile) => {
    const { width, height } = file;
    insert(pathOf(file), width && height ? { width, height } : undefined);
  };
  const upload = useUpload({
    // Files of this folder are as open as the texts that show them.
    folder: 'pictures',
    accept: 'image/*',
    wrongKind: 'Escolha uma imagem PNG, JPG, WebP, AVIF ou GIF.',
    refuse: refusePicture,
    onUploaded: (url, file) => void measurePicture(file).then((size) => insert(url, size)),
    onBusyChange: () => undefined,
  });
  const id = useId();
  const noteId = `${id}-note`;
  const control = {
    id,
    'aria-invalid': upload.error ? (true as const) : undefined,
    'aria-describedby': upload.error ? noteId : undefined,
  };
  return (
    <div className={ROW_CLASS}>
      <RowField
        label="Descrição"
        name={PICTURE_DESCRIPTION.name}
        placeholder={PICTURE_DESCRIPTION.placeholder}
        autoFocus
        value={description}
        onChange={(event) => setDescription(event.target.value)}
        // Enter must not submit the surrounding form.
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      />
      <div className="grid gap-1">
        <label htmlFor={id} className="sr-only">
          Imagem no artigo
        </label>
        <FileDrop
          isLow
          control={control}
          accept="image/*"
          upload={upload}
          actionLabel="Escolher imagem"
          onRemove={undefined}
          removeLabel=""
          other={
            <>
              <LibraryButton kind="image" disabled={upload.fileName !== undefined} onChoose={choose} />
              <Button variant="ghost" size="small" onClick={onDone}>
                Fechar
              </Button>
            </>
          }
        >
          <span className="type-meta max-sm:sr-only">Até 25 MB</span>
        </FileDrop>
        <FieldNote id={noteId} hint={undefined} error={upload.error} />
      </div>
    </div>
  );
}
