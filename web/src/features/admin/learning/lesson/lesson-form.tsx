import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useState } from 'react';
import { Controller, useForm, useWatch } from 'react-hook-form';
import { LESSON_KINDS, type LessonKind } from '@/entities/course/course';
import { cx } from '@/lib/cx';
import { Button } from '@/ui/button';
import { InputField } from '@/ui/input-field';
import { SelectField } from '@/ui/select-field';
import { TextareaField } from '@/ui/textarea-field';
import { toast } from '@/ui/toast';
import { BodyField } from '@/widgets/editor/body-field';
import { useFocusOnFirstError } from '@/widgets/form-guards';
import { useAction } from '@/widgets/use-action';
import { describeFile, saveLesson, saveQuestions } from '../actions';
import { mediaText } from '../media-text';
import {
  courseKeys,
  type Lesson,
  MEMBERS_LEARNING,
  type Media,
  type Outline,
  type OutlineLesson,
  type Question,
} from '../queries';
import { changedText } from '../text';
import { CaptionsField } from './captions-field';
import { type FileKind, LessonFileField } from './lesson-file';
import { LessonRules } from './lesson-rules';
import {
  type FormInput,
  type FormValues,
  formSchema,
  hasFile,
  initialValues,
  isRecording,
  KINDS,
  toQuestions,
  toRow,
} from './model';
import { QuizBuilder } from './quiz-builder';

export interface FormStatus {
  isDirty: boolean;
  isSaving: boolean;
  isSending: boolean;
}

export interface LessonFormProps {
  id: string;
  lesson: Lesson;
  questions: readonly Question[];
  outline: Outline;
  onStatus: (status: FormStatus) => void;
  onSaved: () => void;
}

const others = (outline: Outline, lesson: string): OutlineLesson[] =>
  outline.modules.flatMap((module) => module.lessons).filter(({ id }) => id !== lesson);

export function LessonForm({ id, lesson, questions, outline, onStatus, onSaved }: LessonFormProps) {
  const form = useForm<FormInput, unknown, FormValues>({
    defaultValues: initialValues(lesson, questions),
    resolver: zodResolver(formSchema),
    shouldFocusError: false,
  });
  const { control, register, formState, setValue } = form;
  const { errors } = formState;
  const [kind, file, title] = useWatch({ control, name: ['kind', 'file_url', 'title'] });
  const [isSending, setSending] = useState(false);
  const [media, setMedia] = useState((lesson.media as Media | null) ?? undefined);
  const saving = useAction({
    run: async (values: FormValues) => {
      const saved = await saveLesson(lesson, toRow(values, lesson));
      if (values.kind === 'quiz') await saveQuestions(lesson.id, questions, toQuestions(values, lesson.id));
      const isLooked = saved.file_url !== null && (saved.media === null || saved.kind !== lesson.kind);
      return isLooked ? describeFile(lesson.id) : undefined;
    },
    failure: (error) => changedText(error, 'Não foi possível salvar a aula.'),
    refreshes: [courseKeys.all, MEMBERS_LEARNING],
    onDone: (found, values) => {
      toast(savedText(found, values.kind));
      onSaved();
    },
  });
  const isDirty = (formState.isDirty && !saving.isSuccess) || isSending;
  useEffect(
    () => onStatus({ isDirty, isSaving: saving.isPending, isSending }),
    [onStatus, isDirty, saving.isPending, isSending],
  );
  const element = useFocusOnFirstError(formState.submitCount);
  const isOther = file !== (lesson.file_url ?? '');
  const looking = useAction({
    run: () => describeFile(lesson.id),
    failure: 'Não foi possível conferir o arquivo.',
    refreshes: [courseKeys.all, MEMBERS_LEARNING],
    onDone: setMedia,
  });
  const isRead = isRecording(kind) && !isOther && typeof media?.seconds === 'number';
  const fullScreen = {
    refusal: formState.isSubmitSuccessful ? 0 : formState.submitCount,
    head: (
      <>
        <div className="min-w-0 flex-1">
          <p className="truncate font-label type-ui">{title || 'Sem título'}</p>
          <p role="status" className="min-h-5 type-meta">
            {isDirty && 'Alterações ainda não salvas'}
          </p>
        </div>
        <Button
          type="submit"
          form={id}
          size="small"
          disabled={isSending}
          busy={saving.isPending}
          busyLabel="Salvando..."
        >
          {isSending ? 'Espere o envio' : 'Salvar aula'}
        </Button>
      </>
    ),
  };
  return (
    <form
      id={id}
      ref={element}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!isSending && !saving.isPending) void form.handleSubmit((values) => saving.mutate(values))(event);
      }}
      className="mx-auto grid max-w-7xl gap-x-10 gap-y-5.5 lg:grid-cols-[minmax(0,1fr)_22rem]"
    >
      <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-5.5">
        <InputField
          label="Título"
          error={errors.title?.message}
          {...register('title')}
          maxLength={200}
          autoComplete="off"
        />
        <div className="grid gap-5.5 sm:grid-cols-2 sm:gap-4">
          <SelectField
            label="Tipo de aula"
            {...register('kind')}
            options={KINDS.map((value) => ({ value, label: LESSON_KINDS[value] }))}
          />
          {kind !== 'quiz' && !isRead && (
            <InputField
              label="Duração"
              labelNote="(minutos)"
              hint={isRecording(kind) ? 'O servidor lê do arquivo ao salvar.' : 'Quanto tempo leva para ler.'}
              error={errors.minutes?.message}
              {...register('minutes')}
              type="number"
              inputMode="numeric"
              min={0}
            />
          )}
        </div>
        {hasFile(kind) && (
          <LessonFileField
            key={kind}
            course={lesson.course_id}
            kind={kind as FileKind}
            value={file}
            media={media}
            onLook={() => looking.mutate()}
            isLooking={looking.isPending}
            isNew={isOther}
            isReplaced={lesson.file_url !== null}
            onChange={(url) => setValue('file_url', url, { shouldDirty: true })}
            onBusyChange={setSending}
          />
        )}
        {kind === 'quiz' && <QuizBuilder form={form} />}
        <div data-canvas="" className={cx('[--canvas-top:0px]', kind !== 'text' && '[--canvas-height:15rem]')}>
          <Controller
            control={control}
            name="body"
            render={({ field }) => (
              <BodyField
                label={kind === 'text' ? 'Texto da aula' : 'Texto junto da aula (opcional)'}
                name="Texto da aula"
                value={field.value}
                error={errors.body?.message}
                onChange={field.onChange}
                fullScreen={fullScreen}
              />
            )}
          />
        </div>
        {isRecording(kind) && (
          <Controller
            control={control}
            name="captions"
            render={({ field }) => (
              <CaptionsField value={field.value} error={errors.captions?.message} onChange={field.onChange} />
            )}
          />
        )}
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-5.5 lg:border-l lg:border-border lg:pl-8">
        <TextareaField
          label="Resumo"
          optional
          hint="Aparece na página do curso."
          error={errors.summary?.message}
          {...register('summary')}
          maxLength={500}
          rows={2}
          controlClassName="min-h-20!"
        />
        <LessonRules form={form} isQuiz={kind === 'quiz'} others={others(outline, lesson.id)} />
      </div>
    </form>
  );
}

function savedText(media: Media | undefined, kind: LessonKind) {
  const said = media && mediaText(media, kind);
  if (!said) return { title: 'A aula foi salva', tone: 'success' } as const;
  return said.isGood
    ? ({ title: 'A aula foi salva', description: said.summary, tone: 'success' } as const)
    : ({
        title: 'A aula foi salva, mas confira o arquivo',
        description: said.advice.join(' '),
        tone: 'destructive',
      } as const);
}
