import { Controller, type UseFormReturn } from 'react-hook-form';
import type { ContentType } from '@/entities/content-kind';
import { limits as LIMITS } from '@/generated/columns/contents';
import { InputField } from '@/ui/input-field';
import { BodyField } from '@/widgets/editor/body-field';
import type { FullScreen } from '@/widgets/editor/rich-editor';
import { FileField } from './file-field';
import { LetterFields } from './letter-fields';
import { type FormValues, isText, TEXTS } from './model';

export interface TypePartProps {
  form: UseFormReturn<FormValues>;
  type: ContentType;
  /** The reading time of the text, where there is one. */
  counted: string | undefined;
  fullScreen: FullScreen;
  onBusyChange: (busy: boolean) => void;
  /** True while pictures of the text are being sent. */
  onTextBusyChange: (busy: boolean) => void;
}

/** The type's own part, file or address, and the text that any type may have. */
export function TypePart({ form, type, counted, fullScreen, onBusyChange, onTextBusyChange }: TypePartProps) {
  const { control, register, formState } = form;
  const { errors } = formState;
  const label = isText(type) ? TEXTS[type].label : undefined;
  return (
    <>
      {type === 'letter' && <LetterFields form={form} />}
      {type === 'link' && (
        <InputField
          label="Endereço (URL)"
          error={errors.external_link?.message}
          {...register('external_link')}
          type="url"
          inputMode="url"
          maxLength={LIMITS.external_link}
          placeholder="https://"
          autoComplete="off"
        />
      )}
      {!isText(type) && type !== 'link' && (
        <Controller
          control={control}
          name="file_url"
          render={({ field }) => (
            <FileField
              key={type}
              type={type}
              value={field.value}
              error={errors.file_url?.message}
              onChange={field.onChange}
              onDuration={(minutes) => {
                if (!form.getValues('read_time')) form.setValue('read_time', `${minutes} min`);
              }}
              onBusyChange={onBusyChange}
            />
          )}
        />
      )}
      <div data-canvas="">
        <Controller
          control={control}
          name="body"
          render={({ field }) => (
            <BodyField
              label={label ?? 'Texto (opcional)'}
              name={label ? `${label} (corpo)` : 'Texto (corpo)'}
              value={field.value}
              error={errors.body?.message}
              readTime={counted}
              fullScreen={fullScreen}
              parts={{ hasFields: type === 'letter' }}
              onChange={field.onChange}
              onBusyChange={onTextBusyChange}
            />
          )}
        />
      </div>
    </>
  );
}
