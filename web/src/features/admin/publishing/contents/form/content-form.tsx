import { zodResolver } from '@hookform/resolvers/zod';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import type { ContentType } from '@/entities/content-kind';
import { toast } from '@/ui/toast';
import { useFocusOnFirstError } from '@/widgets/form-guards';
import { type Content, categoryOptionsQuery, useSaveContent } from '../queries';
import { contentToasts } from '../text';
import { BasicFields, CoverField, Flags } from './basic-fields';
import { type FormValues, formSchema, initialValues, toRow } from './model';
import { refusedValues } from './refusal';
import { TypePart } from './type-part';

export interface FormStatus {
  dirty: boolean;
  saving: boolean;
  /** No category yet, saving, or an upload in progress. */
  blocked: boolean;
}

export interface ContentFormProps {
  id: string;
  content: Content | undefined;
  onStatus: (status: FormStatus) => void;
  onSaved: () => void;
}

export function ContentForm({ id, content, onStatus, onSaved }: ContentFormProps) {
  const categories = useQuery(categoryOptionsQuery);
  const save = useSaveContent(content);
  const [sending, setSending] = useState({ cover: false, file: false });
  const form = useForm<FormValues>({
    defaultValues: initialValues(content),
    resolver: zodResolver(formSchema(content !== undefined)),
    shouldFocusError: false,
  });
  const { formState, setValue } = form;
  const [type, category, thumbnail] = useWatch({
    control: form.control,
    name: ['content_type', 'category_id', 'thumbnail_url'],
  });
  const uploading = sending.cover || sending.file;
  const dirty = (formState.isDirty && !save.isSuccess) || uploading;
  const blocked = !category || save.isPending || uploading;
  useEffect(() => onStatus({ dirty, saving: save.isPending, blocked }), [onStatus, dirty, save.isPending, blocked]);
  const element = useFocusOnFirstError(formState.submitCount);

  const files = useRef<Partial<Record<ContentType, string>>>({});
  const changeType = (next: ContentType) => {
    // Each type keeps its own file, so that switching types loses nothing.
    files.current[type] = form.getValues('file_url');
    setValue('content_type', next, { shouldDirty: true });
    setValue('file_url', files.current[next] ?? '', { shouldDirty: true });
    form.clearErrors(['body', 'file_url', 'external_link']);
  };
  const onValid = (valid: FormValues) =>
    save.mutateAsync(toRow(valid, content)).then(
      () => {
        toast(content ? contentToasts.updated : contentToasts.created);
        onSaved();
      },
      (error: unknown) => {
        console.error('a content could not be saved', error);
        toast((content ? contentToasts.updateFailed : contentToasts.createFailed)(error));
        for (const { field, message } of refusedValues(error)) form.setError(field, { message });
      },
    );

  return (
    <form
      id={id}
      ref={element}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!blocked) void form.handleSubmit(onValid)(event);
      }}
      className="grid grid-cols-[minmax(0,1fr)] gap-5.5"
    >
      <BasicFields form={form} categories={categories} onTypeChange={changeType} />
      <CoverField
        content={{
          id: content?.id ?? id,
          content_type: type,
          category: categories.data?.find((option) => option.id === category)?.name ?? null,
          thumbnail_url: thumbnail || null,
        }}
        onChange={(url) => setValue('thumbnail_url', url, { shouldDirty: true })}
        onBusyChange={(cover) => setSending((before) => ({ ...before, cover }))}
      />
      <TypePart form={form} type={type} onBusyChange={(file) => setSending((before) => ({ ...before, file }))} />
      <Flags form={form} />
      {formState.errors.root && (
        <p role="alert" className="text-small text-destructive">
          {formState.errors.root.message}
        </p>
      )}
    </form>
  );
}
