import type { UseQueryResult } from '@tanstack/react-query';
import { Controller, type UseFormReturn } from 'react-hook-form';
import { paths } from '@/app/pages';
import { type ContentType, DEFAULT_READ_TIME } from '@/lib/content-kind';
import { Field } from '@/ui/field';
import { Input } from '@/ui/input';
import { TextLink } from '@/ui/link';
import { Select } from '@/ui/select';
import { Textarea } from '@/ui/textarea';
import type { CategoryOption } from '../queries';
import { type FormValues, LIMITS } from './model';
import { TagsField } from './tags-field';
import { TypeChoice } from './type-choice';

export interface BasicFieldsProps {
  form: UseFormReturn<FormValues>;
  categories: UseQueryResult<CategoryOption[]>;
  onTypeChange: (type: ContentType) => void;
}

/** What every content has, whatever its type. */
export function BasicFields({ form, categories, onTypeChange }: BasicFieldsProps) {
  const { control, register, formState } = form;
  const { errors } = formState;
  return (
    <>
      <Field label="Título" error={errors.title?.message}>
        {(field) => <Input {...field} {...register('title')} maxLength={LIMITS.title} autoComplete="off" />}
      </Field>
      <Controller
        control={control}
        name="content_type"
        render={({ field }) => <TypeChoice value={field.value} onChange={onTypeChange} />}
      />
      <div className="grid gap-5.5 sm:grid-cols-2 sm:gap-4">
        <div className="grid content-start gap-2">
          <Field label="Categoria" error={errors.category_id?.message}>
            {(field) => (
              <Controller
                control={control}
                name="category_id"
                render={({ field: { ref: _, ...category } }) => (
                  <Select {...field} {...category} disabled={!categories.data?.length}>
                    <option value="">{categories.isPending ? 'Carregando...' : 'Escolha uma categoria'}</option>
                    {categories.data?.map((option) => (
                      <option key={option.id} value={option.id}>
                        {option.name}
                      </option>
                    ))}
                  </Select>
                )}
              />
            )}
          </Field>
          <CategoryHelp categories={categories} />
        </div>
        <Field label="Tempo de leitura" error={errors.read_time?.message}>
          {(field) => (
            <Input
              {...field}
              {...register('read_time')}
              maxLength={LIMITS.read_time}
              placeholder={DEFAULT_READ_TIME}
              autoComplete="off"
            />
          )}
        </Field>
      </div>
      <Field label="Descrição" optional error={errors.description?.message}>
        {(field) => (
          <Textarea
            {...field}
            {...register('description')}
            maxLength={LIMITS.description}
            rows={3}
            className="min-h-20!"
          />
        )}
      </Field>
      <Controller
        control={control}
        name="tags"
        render={({ field }) => <TagsField value={field.value} onChange={field.onChange} />}
      />
    </>
  );
}

/** Why there is nothing to choose from, and what to do about it. */
function CategoryHelp({ categories }: Pick<BasicFieldsProps, 'categories'>) {
  if (categories.isError) {
    return (
      <p role="alert" className="text-small text-destructive">
        Não foi possível carregar as categorias.{' '}
        <button type="button" className="underline" onClick={() => void categories.refetch()}>
          Tentar de novo
        </button>
      </p>
    );
  }
  if (categories.data?.length !== 0) return null;
  return (
    <p className="type-meta">
      Ainda não há categorias. <TextLink href={paths.adminPanel({ section: 'categorias' })}>Criar a primeira</TextLink>
    </p>
  );
}
