import { Controller } from 'react-hook-form';
import { InputField } from '@/ui/input-field';
import { SelectField } from '@/ui/select-field';
import { Switch } from '@/ui/switch';
import type { OutlineLesson } from '../queries';
import type { LessonFormApi } from './model';

export interface LessonRulesProps {
  form: LessonFormApi;
  isQuiz: boolean;
  /** The other lessons of the course. */
  others: readonly OutlineLesson[];
}

const PUBLISHED = {
  name: 'is_published',
  label: 'Publicada',
  description: 'Alunos a veem assim que o curso estiver publicado',
} as const;

const SAMPLE = {
  name: 'is_sample',
  label: 'Aula de amostra',
  description: 'Aberta a todos na página pública do curso, no lugar da amostra anterior',
} as const;

const SHUFFLED = {
  name: 'is_shuffled',
  label: 'Embaralhar',
  description: 'Perguntas e opções em outra ordem a cada tentativa',
} as const;

/** Rules for the visibility and the opening of a lesson. */
export function LessonRules({ form, isQuiz, others }: LessonRulesProps) {
  const { control, register, formState } = form;
  const { errors } = formState;
  const flags = isQuiz ? [SHUFFLED, PUBLISHED] : [PUBLISHED, SAMPLE];
  return (
    <section aria-labelledby="regras" className="grid gap-5 border-t border-border-strong pt-5">
      <h3 id="regras" className="type-title-2">
        Quem vê e quando abre
      </h3>
      <div className="border-t border-border">
        {flags.map(({ name, label, description }) => (
          <Controller
            key={name}
            control={control}
            name={name}
            render={({ field }) => (
              <Switch label={label} description={description} checked={field.value} onCheckedChange={field.onChange} />
            )}
          />
        ))}
      </div>
      <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-1">
        <InputField
          label="Abre no dia"
          optional
          hint="À meia-noite, em Brasília."
          error={errors.opens_on?.message}
          {...register('opens_on')}
          type="date"
        />
        <InputField
          label="Abre após o início"
          labelNote="(dias)"
          hint="Dias depois de o aluno começar o curso. 0: logo."
          error={errors.opens_after_days?.message}
          {...register('opens_after_days')}
          type="number"
          inputMode="numeric"
          min={0}
          max={3_650}
        />
      </div>
      <SelectField
        label="Depende de"
        hint="Abre quando o aluno concluir essa aula."
        {...register('requires_lesson_id')}
        options={[
          { value: '', label: 'Nenhuma aula' },
          ...others.map(({ id, title }) => ({ value: id, label: title })),
        ]}
      />
    </section>
  );
}
