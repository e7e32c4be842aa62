import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { Controller, type UseFormReturn, useForm } from 'react-hook-form';
import { z } from 'zod';
import { CATEGORIES } from '@/entities/course/course';
import { OPENING_OPTIONS } from '@/entities/entitlements';
import { limits, words } from '@/generated/columns/courses';
import { choice, fields, flag, instant, list, optional, text } from '@/lib/form-fields';
import { FUTURE_TIME_ERROR, INCOMPLETE_TIME, INCOMPLETE_TIME_ERROR, instantText, isAhead } from '@/lib/local-time';
import { Button } from '@/ui/button';
import { InputField } from '@/ui/input-field';
import { LocalTimeField } from '@/ui/local-time-field';
import { Part } from '@/ui/panel-part';
import { SelectField } from '@/ui/select-field';
import { Switch } from '@/ui/switch';
import { TextareaField } from '@/ui/textarea-field';
import { useFocusOnFirstError, useWarningBeforeUnload } from '@/widgets/form-guards';
import { TagsField } from '@/widgets/tags-field';
import { CoverField } from '@/widgets/uploads/cover-field';
import { useAction } from '@/widgets/use-action';
import { saveCourse } from './actions';
import { Choices } from './choices';
import { type Course, courseKeys, MEMBERS_LEARNING } from './queries';
import { changedText } from './text';
import { VALIDITY_HINT, validity } from './validity';

const FORM = fields({
  title: text(limits.title, 'Dê um título ao curso.'),
  description: text(limits.description),
  requirements: text(limits.requirements),
  instructor: text(limits.instructor),
  duration: text(limits.duration),
  thumbnail: optional(),
  level: choice(words.level, words.level[0]),
  categories: list(),
  tags: list(),
  entitlement: choice(words.entitlement, words.entitlement[0]),
  /** An instant; empty without early access; `INCOMPLETE_TIME`. */
  visible_from: {
    ...instant(
      z
        .string()
        .refine((value) => value !== INCOMPLETE_TIME, { error: INCOMPLETE_TIME_ERROR, abort: true })
        .refine((value) => !value || isAhead(value), FUTURE_TIME_ERROR),
    ),
    read: (at: string | null | undefined) => (at && isAhead(at) ? instantText(at) : ''),
  },
  is_programme_only: flag(),
  has_certificate: flag(),
  needs_quizzes: flag(),
  certificate_months: validity,
});

type Values = ReturnType<typeof FORM.valuesOf>;
type Form = UseFormReturn<Values>;

/** Form for a course's title, audience and requirements. */
export function CourseForm({ course }: { course: Course }) {
  const [isSending, setSending] = useState(false);
  const form = useForm<Values>({
    values: FORM.valuesOf(course),
    resetOptions: { keepDirtyValues: true },
    resolver: zodResolver(FORM.schema),
    shouldFocusError: false,
  });
  const saving = useAction({
    run: (values: Values) => saveCourse(course, FORM.orNull(values)),
    done: { title: 'Os dados do curso foram salvos', tone: 'success' },
    failure: (error) => changedText(error, 'Não foi possível salvar o curso.'),
    refreshes: [courseKeys.all, MEMBERS_LEARNING],
    onDone: (saved) => form.reset(FORM.valuesOf(saved)),
  });
  useWarningBeforeUnload(form.formState.isDirty);
  const element = useFocusOnFirstError(form.formState.submitCount);
  return (
    <form
      ref={element}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!isSending) void form.handleSubmit((values) => saving.mutate(values))(event);
      }}
    >
      <Part title="Apresentação" about="O que o cartão e a página do curso dizem.">
        <Presentation form={form} onBusyChange={setSending} />
      </Part>
      <Part title="Catálogo" about="Onde o curso aparece e como é encontrado.">
        <Catalogue form={form} />
      </Part>
      <Part title="Acesso" about="O curso abre para quem tem um plano com este benefício.">
        <SelectField
          label="Benefício que abre o curso"
          options={OPENING_OPTIONS}
          error={form.formState.errors.entitlement?.message}
          {...form.register('entitlement')}
        />
        <Controller
          control={form.control}
          name="visible_from"
          render={({ field: { ref: _, name: __, ...field } }) => (
            <LocalTimeField
              {...field}
              label="Aberto a todos em"
              hint="Até lá, só quem tem Acesso antecipado vê o curso. Horário de São Paulo."
              error={form.formState.errors.visible_from?.message}
              className="mt-4 mb-3 sm:max-w-96"
            />
          )}
        />
        <Toggle
          form={form}
          name="is_programme_only"
          label="Só dentro de programas"
          description="Abre apenas para quem participa de um programa que contém o curso"
        />
      </Part>
      <Part title="Certificado">
        <Toggle
          form={form}
          name="has_certificate"
          label="Dá certificado"
          description="Emitido quando todas as aulas estão concluídas"
        />
        <Toggle
          form={form}
          name="needs_quizzes"
          label="Exige os questionários"
          description="Sem isto, questionários não contam para concluir o curso"
        />
        <InputField
          label="Validade em meses"
          optional
          hint={VALIDITY_HINT}
          error={form.formState.errors.certificate_months?.message}
          className="mt-4 sm:max-w-96"
          {...form.register('certificate_months')}
          inputMode="numeric"
          autoComplete="off"
        />
      </Part>
      <div className="sticky bottom-0 z-10 flex flex-wrap items-center justify-end gap-4 border-t border-border-strong bg-background py-4">
        <p role="status" className="type-meta">
          {form.formState.isDirty ? 'Há alterações que ainda não foram salvas.' : ''}
        </p>
        <Button
          type="submit"
          size="small"
          disabled={isSending || !form.formState.isDirty}
          busy={saving.isPending}
          busyLabel="Salvando..."
        >
          Salvar dados
        </Button>
      </div>
    </form>
  );
}

function Presentation({ form, onBusyChange }: { form: Form; onBusyChange: (busy: boolean) => void }) {
  const { register, control, formState } = form;
  const { errors } = formState;
  return (
    <div className="grid gap-5.5">
      <InputField
        label="Título"
        error={errors.title?.message}
        {...register('title')}
        maxLength={limits.title}
        autoComplete="off"
      />
      <TextareaField
        label="Descrição"
        optional
        error={errors.description?.message}
        {...register('description')}
        maxLength={limits.description}
        rows={3}
      />
      <TextareaField
        label="O que é preciso"
        optional
        hint="O que saber ou ter antes de começar."
        error={errors.requirements?.message}
        {...register('requirements')}
        maxLength={limits.requirements}
        rows={2}
        controlClassName="min-h-20!"
      />
      <div className="grid gap-5.5 sm:grid-cols-2 sm:gap-4">
        <InputField
          label="Instrutor"
          optional
          error={errors.instructor?.message}
          {...register('instructor')}
          maxLength={limits.instructor}
          autoComplete="off"
        />
        <InputField
          label="Duração no cartão"
          optional
          hint="Como “6 horas”."
          error={errors.duration?.message}
          {...register('duration')}
          maxLength={limits.duration}
          autoComplete="off"
        />
      </div>
      <Controller
        control={control}
        name="thumbnail"
        render={({ field }) => <CoverField value={field.value} onChange={field.onChange} onBusyChange={onBusyChange} />}
      />
    </div>
  );
}

function Catalogue({ form }: { form: Form }) {
  return (
    <div className="grid gap-5.5">
      <SelectField
        label="Nível"
        className="sm:max-w-60"
        {...form.register('level')}
        options={words.level.map((level) => ({ value: level, label: level }))}
      />
      <Controller
        control={form.control}
        name="categories"
        render={({ field }) => (
          <Choices
            legend="Seções do catálogo"
            options={CATEGORIES.map(({ id, title }) => [id, title])}
            value={field.value}
            onChange={field.onChange}
          />
        )}
      />
      <Controller
        control={form.control}
        name="tags"
        render={({ field }) => <TagsField value={field.value} onChange={field.onChange} />}
      />
    </div>
  );
}

interface ToggleProps {
  form: Form;
  name: 'is_programme_only' | 'has_certificate' | 'needs_quizzes';
  label: string;
  description: string;
}

function Toggle({ form, name, label, description }: ToggleProps) {
  return (
    <Controller
      control={form.control}
      name={name}
      render={({ field }) => (
        <Switch label={label} description={description} checked={field.value} onCheckedChange={field.onChange} />
      )}
    />
  );
}
