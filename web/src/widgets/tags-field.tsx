import { X } from 'lucide-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import { fold } from '@/lib/search-text';
import { Button } from '@/ui/button';
import { Field } from '@/ui/field';
import { Input } from '@/ui/input';

export function TagsField({ value, onChange }: { value: readonly string[]; onChange: (tags: string[]) => void }) {
  const [draft, setDraft] = useState('');
  const inputRef = useRef<HTMLInputElement>(null);

  const add = () => {
    const tag = draft.trim();
    const known = value.some((other) => fold(other) === fold(tag));
    setDraft('');
    inputRef.current?.focus();
    if (tag && !known) onChange([...value, tag]);
  };
  const remove = (tag: string) => {
    onChange(value.filter((other) => other !== tag));
    inputRef.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    add();
  };

  return (
    <Field label="Etiquetas" labelNote="(tags, opcional)">
      {(control) => (
        <>
          {value.length > 0 && (
            <ul className="flex flex-wrap gap-1.5">
              {value.map((tag) => (
                <li key={tag}>
                  <button
                    type="button"
                    aria-label={`Remover ${tag}`}
                    onClick={() => remove(tag)}
                    className="inline-flex min-h-11 items-center gap-2 rounded-sm bg-muted px-2.5 text-sm text-foreground hover:bg-border lg:min-h-8"
                  >
                    {tag}
                    <X aria-hidden="true" className="size-3.5" strokeWidth={1.6} />
                  </button>
                </li>
              ))}
            </ul>
          )}
          <div className="flex gap-2 max-sm:flex-col">
            <Input
              {...control}
              ref={inputRef}
              placeholder="Nova etiqueta"
              enterKeyHint="done"
              autoComplete="off"
              value={draft}
              onChange={(event) => setDraft(event.target.value)}
              onKeyDown={onKeyDown}
            />
            <Button variant="soft" size="small" className="min-h-12" onClick={add}>
              Adicionar
            </Button>
          </div>
          <p role="status" className="sr-only">
            {value.length > 0 ? `Etiquetas: ${value.join(', ')}` : ''}
          </p>
        </>
      )}
    </Field>
  );
}
