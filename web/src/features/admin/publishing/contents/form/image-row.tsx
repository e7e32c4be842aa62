import type { Editor } from '@tiptap/core';
import { useState } from 'react';
import { Button } from '@/ui/button';
import { Field } from '@/ui/field';
import { Input } from '@/ui/input';
import { FileDrop } from './file-drop';
import { measurePicture, refusePicture } from './picture-file';
import { useUpload } from './use-upload';

/** A picture for the text: what it shows in words, then the file. It enters where the cursor is. */
export function ImageRow({ editor, onDone }: { editor: Editor; onDone: () => void }) {
  const [description, setDescription] = useState('');
  const insert = async (src: string, file: File) => {
    // The natural size keeps the place free while the picture is on its way to a reader.
    const size = await measurePicture(file);
    editor
      .chain()
      .focus()
      .setImage({ src, alt: description.trim(), ...size })
      .run();
    onDone();
  };
  const upload = useUpload({
    // Files of this folder are open from the moment they arrive.
    folder: 'thumbnails',
    accept: 'image/*',
    wrongKind: 'Escolha uma imagem PNG, JPG, WebP, AVIF ou GIF.',
    refuse: refusePicture,
    onUploaded: (url, file) => void insert(url, file),
    onBusyChange: () => undefined,
  });
  return (
    <div className="grid gap-3 border-b border-border p-3">
      <Field label="Descrição da imagem" optional hint="Para quem não a vê. Vazia, se a imagem só decora.">
        {(control) => (
          <Input
            {...control}
            autoFocus
            value={description}
            onChange={(event) => setDescription(event.target.value)}
            // It must not submit the form around.
            onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
          />
        )}
      </Field>
      <Field label="Imagem do texto" error={upload.error}>
        {(control) => (
          <FileDrop
            control={control}
            accept="image/*"
            upload={upload}
            actionLabel="Escolher imagem"
            onRemove={undefined}
            removeLabel=""
          >
            <span className="flex-1 type-meta">Até 25 MB</span>
          </FileDrop>
        )}
      </Field>
      <Button variant="ghost" size="small" onClick={onDone} className="justify-self-start">
        Fechar
      </Button>
    </div>
  );
}
