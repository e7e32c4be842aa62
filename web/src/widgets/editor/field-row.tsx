import type { Editor } from '@tiptap/core';
import { useId, useState } from 'react';
import { MAX_DEFAULT_LENGTH, personalFields } from '@/generated/personal-fields';
import { Button } from '@/ui/button';
import { Select } from '@/ui/select';
import { onEnter } from './on-enter';
import { fieldText } from './personal-fields';
import { ROW_CLASS, RowField } from './row-field';

type FieldName = (typeof personalFields)[number]['name'];

const exampleOf = (name: FieldName): string => personalFields.find((field) => field.name === name)?.example ?? '';

/** Inserts a personal field at the cursor, with the text for recipients of whom it is not known. */
export function FieldRow({ editor, onDone }: { editor: Editor; onDone: () => void }) {
  const id = useId();
  const [name, setName] = useState<FieldName>(personalFields[0].name);
  const [fallback, setFallback] = useState<string>(personalFields[0].example);
  const [error, setError] = useState<string>();
  const insert = () => {
    if (fallback.replace(/[{}<>|]/g, '').trim() === '') {
      setError('Escreva o texto para quem não tem esse dado.');
      return;
    }
    editor
      .chain()
      .focus()
      .insertContent({ type: 'text', text: fieldText(name, fallback) })
      .run();
    onDone();
  };
  const choose = (next: FieldName) => {
    if (fallback === exampleOf(name)) setFallback(exampleOf(next));
    setName(next);
  };
  return (
    <div className={ROW_CLASS}>
      <div className="flex items-center gap-2">
        <label htmlFor={id} className="type-meta">
          Campo
        </label>
        <Select
          id={id}
          autoFocus
          className="[&>select]:min-h-11! [&>select]:py-1.5! lg:[&>select]:min-h-9!"
          value={name}
          onChange={(event) => choose(event.target.value as FieldName)}
          options={personalFields.map((field) => ({ value: field.name, label: field.label }))}
        />
      </div>
      <RowField
        label="Texto padrão"
        name="Texto padrão, para quem não tem esse dado"
        error={error}
        maxLength={MAX_DEFAULT_LENGTH}
        value={fallback}
        onChange={(event) => setFallback(event.target.value)}
        onKeyDown={onEnter(insert)}
      />
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
