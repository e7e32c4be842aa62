import { ArrowDown, ArrowUp, Plus, Trash2, X } from 'lucide-react';
import { useWatch } from 'react-hook-form';
import { Button } from '@/ui/button';
import { FieldNote } from '@/ui/field';
import { IconAction } from '@/ui/icon-action';
import { Input } from '@/ui/input';
import { SelectField } from '@/ui/select-field';
import { TextareaField } from '@/ui/textarea-field';
import type { LessonFormApi, QuestionValues } from './model';

const KIND_OPTIONS = [
  { value: 'single', label: 'Uma resposta certa' },
  { value: 'multiple', label: 'Várias respostas certas' },
  { value: 'boolean', label: 'Verdadeiro ou falso' },
  { value: 'text', label: 'Resposta escrita' },
];

/** Options of one question. */
const MAX_OPTIONS = 10;

const trueOrFalse = () => [
  { id: 'true', text: 'Verdadeiro' },
  { id: 'false', text: 'Falso' },
];

export interface QuestionPartProps {
  form: LessonFormApi;
  index: number;
  count: number;
  onMove: (by: -1 | 1) => void;
  onRemove: () => void;
}

export function QuestionPart({ form, index, count, onMove, onRemove }: QuestionPartProps) {
  const name = `questions.${index}` as const;
  const value = useWatch({ control: form.control, name });
  const errors = form.formState.errors.questions?.[index];
  const noteId = `${value.id}-right`;
  const change = (news: Partial<QuestionValues>) => {
    for (const [key, given] of Object.entries(news)) {
      form.setValue(`${name}.${key as keyof QuestionValues}`, given, { shouldDirty: true });
    }
    form.clearErrors(`${name}.right`);
  };
  const changeKind = (kind: QuestionValues['kind']) => {
    const wasBoolean = value.kind === 'boolean';
    if (kind === 'boolean') return change({ kind, options: trueOrFalse(), right: [] });
    if (wasBoolean)
      return change({ kind, options: ['', ''].map((text) => ({ id: crypto.randomUUID(), text })), right: [] });
    change({ kind, right: kind === 'single' ? value.right.slice(0, 1) : value.right });
  };
  const number = index + 1;
  return (
    <li className="grid gap-4 border border-border bg-card p-4">
      <div className="flex items-center justify-between gap-2">
        <h4 className="font-label type-ui">Pergunta {number}</h4>
        <div className="flex">
          <IconAction
            hint="Subir"
            label={`Subir a pergunta ${number}`}
            icon={ArrowUp}
            disabled={index === 0}
            onClick={() => onMove(-1)}
          />
          <IconAction
            hint="Descer"
            label={`Descer a pergunta ${number}`}
            icon={ArrowDown}
            disabled={index === count - 1}
            onClick={() => onMove(1)}
          />
          <IconAction hint="Remover" label={`Remover a pergunta ${number}`} icon={Trash2} onClick={onRemove} />
        </div>
      </div>
      <SelectField
        label="Tipo"
        value={value.kind}
        options={KIND_OPTIONS}
        onChange={(event) => changeKind(event.target.value as QuestionValues['kind'])}
      />
      <TextareaField
        label="Enunciado"
        error={errors?.prompt?.message}
        {...form.register(`${name}.prompt`)}
        rows={2}
        maxLength={2_000}
        controlClassName="min-h-20!"
      />
      {value.kind === 'text' ? (
        <TextareaField
          label="Respostas aceitas"
          hint="Uma por linha. Maiúsculas, acentos e espaços em volta não contam."
          error={errors?.right?.message}
          {...form.register(`${name}.words`)}
          rows={2}
          controlClassName="min-h-20!"
        />
      ) : (
        <fieldset aria-describedby={noteId} className="grid gap-2">
          <legend className="mb-2 font-label text-sm leading-tight">
            Opções <span className="font-normal text-muted-foreground">(marque o que está certo)</span>
          </legend>
          {value.options.map((option, place) => (
            <div key={option.id} className="flex items-center gap-2">
              <input
                type={value.kind === 'multiple' ? 'checkbox' : 'radio'}
                name={`${value.id}-options`}
                aria-label={`A opção ${place + 1} está certa`}
                checked={value.right.includes(option.id)}
                onChange={(event) => change({ right: rightAfter(value, option.id, event.target.checked) })}
                className="size-5 shrink-0 accent-foreground"
              />
              <Input
                aria-label={`Opção ${place + 1}`}
                value={option.text}
                maxLength={500}
                readOnly={value.kind === 'boolean'}
                autoComplete="off"
                onChange={(event) =>
                  change({
                    options: value.options.map((one) =>
                      one.id === option.id ? { ...one, text: event.target.value } : one,
                    ),
                  })
                }
              />
              {value.kind !== 'boolean' && (
                <IconAction
                  hint="Remover"
                  label={`Remover a opção ${place + 1}`}
                  icon={X}
                  onClick={() => change({ options: value.options.filter(({ id }) => id !== option.id) })}
                />
              )}
            </div>
          ))}
          {value.kind !== 'boolean' && value.options.length < MAX_OPTIONS && (
            <Button
              variant="ghost"
              size="small"
              className="justify-self-start"
              onClick={() => change({ options: [...value.options, { id: crypto.randomUUID(), text: '' }] })}
            >
              <Plus aria-hidden="true" className="size-4" strokeWidth={1.8} />
              Nova opção
            </Button>
          )}
          <FieldNote id={noteId} error={errors?.right?.message} />
        </fieldset>
      )}
      <TextareaField
        label="Explicação"
        optional
        hint="Aparece com o resultado."
        error={errors?.explanation?.message}
        {...form.register(`${name}.explanation`)}
        rows={2}
        maxLength={2_000}
        controlClassName="min-h-20!"
      />
    </li>
  );
}

/** The right options once one was marked, or is not any more. */
function rightAfter({ kind, right }: QuestionValues, option: string, isRight: boolean): string[] {
  if (kind !== 'multiple') return [option];
  return isRight ? [...right, option] : right.filter((id) => id !== option);
}
