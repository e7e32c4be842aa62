import type { UseQueryResult } from '@tanstack/react-query';
import { useEffect, useId } from 'react';
import { Controller, type UseFormReturn, useWatch } from 'react-hook-form';
import { CONTENT_KINDS, CONTENT_TYPES, type ContentType, DEFAULT_READ_TIME } from '@/entities/content-kind';
import { CONTENT_KIND_ICONS } from '@/entities/content-kind-icon';
import { OPENING_OPTIONS } from '@/entities/entitlements';
import { usePanelAccess } from '@/entities/panel-access';
import { signedInPaths } from '@/entities/signed-in-paths';
import { limits as LIMITS } from '@/generated/columns/contents';
import { typeEntitlements } from '@/generated/entitlements';
import { cx } from '@/lib/cx';
import { Field } from '@/ui/field';
import { InputField } from '@/ui/input-field';
import { TextLink } from '@/ui/link';
import { Select } from '@/ui/select';
import { SelectField } from '@/ui/select-field';
import { Switch } from '@/ui/switch';
import { TextareaField } from '@/ui/textarea-field';
import { TagsField } from '@/widgets/tags-field';
import type { CategoryOption } from '../queries';
import type { FormValues } from './model';

export interface BasicFieldsProps {
  form: UseFormReturn<FormValues>;
  categories: UseQueryResult<CategoryOption[]>;
  /** The reading time of the text, where there is one. */
  counted: string | undefined;
  onTypeChange: (type: ContentType) => void;
}

interface TitleFieldProps extends Pick<BasicFieldsProps, 'form'> {
  /** The form was opened to write something new: what is typed at once is the title. */
  takesFocus: boolean;
}

export function TitleField({ form: { control, register, formState, setFocus }, takesFocus }: TitleFieldProps) {
  const isLetter = useWatch({ control, name: 'content_type' }) === 'letter';
  useEffect(() => {
    if (takesFocus) setFocus('title');
  }, [takesFocus, setFocus]);
  return (
    <InputField
      label="Título"
      hint={isLetter ? 'É o assunto do e-mail e o título da página.' : undefined}
      error={formState.errors.title?.message}
      {...register('title')}
      maxLength={LIMITS.title}
      autoComplete="off"
      controlClassName="text-lede"
    />
  );
}

export function BasicFields({ form, categories, counted, onTypeChange }: BasicFieldsProps) {
  const { control, register, formState } = form;
  const type = useWatch({ control, name: 'content_type' });
  const isRecording = type === 'video' || type === 'audio';
  const { errors } = formState;
  return (
    <>
      <Controller
        control={control}
        name="content_type"
        render={({ field }) => <TypeChoice value={field.value} onChange={onTypeChange} />}
      />
      <div className="grid gap-5.5 sm:max-lg:grid-cols-2 sm:max-lg:gap-4">
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
        <InputField
          label={isRecording ? 'Duração' : 'Tempo de leitura'}
          optional
          hint={counted && `Em branco, vale o tempo contado: ${counted}.`}
          error={errors.read_time?.message}
          {...register('read_time')}
          maxLength={LIMITS.read_time}
          placeholder={counted ?? DEFAULT_READ_TIME}
          autoComplete="off"
        />
      </div>
      <TextareaField
        label="Descrição"
        optional
        error={errors.description?.message}
        {...register('description')}
        maxLength={LIMITS.description}
        rows={3}
        controlClassName="min-h-20!"
      />
      <Controller
        control={control}
        name="tags"
        render={({ field }) => <TagsField value={field.value} onChange={field.onChange} />}
      />
    </>
  );
}

function CategoryHelp({ categories }: Pick<BasicFieldsProps, 'categories'>) {
  const { isAdmin } = usePanelAccess();
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
      Ainda não há categorias.{' '}
      {isAdmin ? (
        <TextLink href={signedInPaths.adminPanel({ section: 'categorias' })}>Criar a primeira</TextLink>
      ) : (
        'Peça a quem administra o site.'
      )}
    </p>
  );
}

const FLAGS = [
  { name: 'is_featured', label: 'Destaque', description: 'Aparece primeiro em Conteúdos' },
  { name: 'is_published', label: 'Publicado', description: 'Visível no site assim que salvar' },
  { name: 'is_member_only', label: 'Somente para membros', description: 'Exige assinatura ativa' },
] as const;

/** Switches of a content. The one for publishing needs the permission to publish. */
export function Flags({ form, publishes }: { form: UseFormReturn<FormValues>; publishes: boolean }) {
  return (
    <>
      <div className="border-y border-border">
        {FLAGS.filter(({ name }) => publishes || name !== 'is_published').map(({ name, label, description }) => (
          <Controller
            key={name}
            control={form.control}
            name={name}
            render={({ field }) => (
              <Switch label={label} description={description} checked={field.value} onCheckedChange={field.onChange} />
            )}
          />
        ))}
      </div>
      <OpeningField form={form} />
    </>
  );
}

/** Another type, opened by what opens it; what was chosen by hand stays. */
export function changeContentType({ getValues, setValue }: UseFormReturn<FormValues>, next: ContentType): void {
  if (getValues('entitlement') === typeEntitlements[getValues('content_type')]) {
    setValue('entitlement', typeEntitlements[next]);
  }
  setValue('content_type', next);
}

/** Benefit that opens a content for members. */
function OpeningField({ form }: { form: UseFormReturn<FormValues> }) {
  const isMemberOnly = useWatch({ control: form.control, name: 'is_member_only' });
  if (!isMemberOnly) return null;
  return (
    <SelectField
      label="Benefício que abre"
      hint="O conteúdo abre para quem tem um plano com este benefício."
      options={OPENING_OPTIONS}
      error={form.formState.errors.entitlement?.message}
      {...form.register('entitlement')}
    />
  );
}

export function TypeChoice({ value, onChange }: { value: ContentType; onChange: (type: ContentType) => void }) {
  const labelId = useId();
  return (
    <div className="grid gap-2">
      <span id={labelId} className="font-label text-sm leading-tight">
        Tipo de conteúdo
      </span>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as one joined strip with its label outside */}
      <div
        role="group"
        aria-labelledby={labelId}
        className="grid grid-cols-3 gap-px overflow-hidden rounded-md border border-input bg-border"
      >
        {CONTENT_TYPES.map((type) => {
          const Icon = CONTENT_KIND_ICONS[type];
          return (
            <button
              key={type}
              type="button"
              aria-pressed={type === value}
              onClick={() => onChange(type)}
              className={cx(
                'grid min-h-14 content-center justify-items-center gap-1 px-1 py-2 text-sm leading-tight focus-visible:-outline-offset-4',
                type === value ? 'bg-primary text-primary-foreground' : 'bg-card text-foreground-2 hover:bg-muted',
              )}
            >
              <Icon aria-hidden="true" className="size-4.5" strokeWidth={1.6} />
              {CONTENT_KINDS[type].label}
            </button>
          );
        })}
      </div>
    </div>
  );
}
