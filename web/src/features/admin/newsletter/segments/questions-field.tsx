import { useQuery } from '@tanstack/react-query';
import { Award, CalendarDays, GraduationCap, type LucideIcon, MailX, Plus, Tag, UserRound, X } from 'lucide-react';
import { type ReactNode, useId, useRef } from 'react';
import { Button } from '@/ui/button';
import { Checkbox } from '@/ui/checkbox';
import { FieldNote } from '@/ui/field';
import { Input } from '@/ui/input';
import { Menu } from '@/ui/menu';
import { Select } from '@/ui/select';
import { coursesQuery, type Question, type Segment, startedCampaignsQuery } from '../queries';
import {
  dayOf,
  emptyQuestion,
  MAX_QUESTIONS,
  MAX_TAG,
  missingIn,
  PLAN_CHOICES,
  QUESTION_NAMES,
  type QuestionKind,
  sinceOf,
} from './questions';

const ICONS: Readonly<Record<QuestionKind, LucideIcon>> = {
  plans: Award,
  visitors: UserRound,
  joined_since: CalendarDays,
  opened_course: GraduationCap,
  tag: Tag,
  missed: MailX,
};

export interface QuestionsFieldProps {
  value: Segment;
  onChange: (segment: Segment) => void;
  /** Shows what is missing. */
  isTried: boolean;
}

/** The questions that a reader must satisfy, all of them. */
export function QuestionsField({ value, onChange, isTried }: QuestionsFieldProps) {
  const list = useRef<HTMLUListElement>(null);
  const legend = useId();
  const replace = (at: number, question: Question) =>
    onChange(value.map((one, index) => (index === at ? question : one)));
  const remove = (at: number) => {
    onChange(value.filter((_, index) => index !== at));
    // The button that had the focus goes away.
    list.current?.parentElement?.querySelector<HTMLElement>('[data-add]')?.focus();
  };
  const kinds = Object.keys(QUESTION_NAMES) as QuestionKind[];
  return (
    <fieldset aria-labelledby={legend} className="min-w-0">
      <p id={legend} className="font-label text-sm leading-tight">
        Recebe quem atende a todas as perguntas
      </p>
      <ul ref={list} className="mt-2 border-t border-border empty:hidden">
        {value.map((question, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: questions have no name of their own, and their order stays
          <li key={`${question.question}-${index}`} className="border-b border-border py-3">
            <QuestionRow
              question={question}
              error={isTried ? missingIn(question) : undefined}
              onChange={(changed) => replace(index, changed)}
              onRemove={() => remove(index)}
            />
          </li>
        ))}
      </ul>
      {value.length < MAX_QUESTIONS ? (
        <div className="mt-3">
          <Menu
            trigger={
              <Button variant="line" size="small" data-add="">
                <Plus aria-hidden="true" className="size-4" strokeWidth={1.8} />
                Acrescentar pergunta
              </Button>
            }
            groups={[
              kinds.map((kind) => ({
                label: QUESTION_NAMES[kind],
                icon: ICONS[kind],
                onSelect: () => onChange([...value, emptyQuestion(kind)]),
              })),
            ]}
          />
        </div>
      ) : (
        <p className="mt-3 type-meta">Um segmento tem até {MAX_QUESTIONS} perguntas.</p>
      )}
    </fieldset>
  );
}

interface QuestionRowProps {
  question: Question;
  error: string | undefined;
  onChange: (question: Question) => void;
  onRemove: () => void;
}

function QuestionRow({ question, error, onChange, onRemove }: QuestionRowProps) {
  const id = useId();
  const name = QUESTION_NAMES[question.question];
  const control = {
    id,
    'aria-invalid': error ? (true as const) : undefined,
    'aria-describedby': error ? `${id}-note` : undefined,
  };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-2 sm:grid-cols-[12rem_minmax(0,1fr)_auto]">
      {question.question === 'plans' || question.question === 'visitors' ? (
        <p id={id} className="type-ui">
          {name}
        </p>
      ) : (
        <label htmlFor={id} className="type-ui">
          {name}
        </label>
      )}
      <div className="max-sm:order-last max-sm:col-span-2 empty:max-sm:hidden">
        {answer(question, control, onChange)}
      </div>
      <Button variant="ghost" size="icon" aria-label={`Tirar a pergunta: ${name}`} onClick={onRemove}>
        <X aria-hidden="true" className="size-4.5" strokeWidth={1.6} />
      </Button>
      {error && (
        <div className="order-last col-span-full sm:col-start-2 sm:col-end-3">
          <FieldNote id={`${id}-note`} error={error} />
        </div>
      )}
    </div>
  );
}

type Control = { id: string; 'aria-invalid': true | undefined; 'aria-describedby': string | undefined };

function answer(question: Question, control: Control, onChange: (question: Question) => void): ReactNode {
  switch (question.question) {
    case 'visitors':
      return null;
    case 'plans':
      return (
        // biome-ignore lint/a11y/useSemanticElements: its name is in the first column
        <div
          role="group"
          aria-labelledby={control.id}
          aria-describedby={control['aria-describedby']}
          className="flex flex-wrap gap-x-6"
        >
          {PLAN_CHOICES.map(([plan, label]) => (
            <Checkbox
              key={plan}
              checked={question.plans.includes(plan)}
              onChange={({ target }) =>
                onChange({
                  ...question,
                  plans: target.checked ? [...question.plans, plan] : question.plans.filter((one) => one !== plan),
                })
              }
            >
              {label}
            </Checkbox>
          ))}
        </div>
      );
    case 'joined_since':
      return (
        <Input
          {...control}
          type="date"
          max="9999-12-31"
          className="sm:w-52"
          value={dayOf(question.since)}
          onChange={({ target }) => onChange({ ...question, since: sinceOf(target.value) })}
        />
      );
    case 'opened_course':
      return (
        <CourseSelect
          control={control}
          value={question.course_id}
          onChange={(course) => onChange({ ...question, course_id: course })}
        />
      );
    case 'tag':
      return (
        <Input
          {...control}
          autoComplete="off"
          maxLength={MAX_TAG}
          value={question.tag}
          onChange={({ target }) => onChange({ ...question, tag: target.value })}
        />
      );
    case 'missed':
      return (
        <CampaignSelect
          control={control}
          value={question.campaign}
          onChange={(campaign) => onChange({ ...question, campaign })}
        />
      );
  }
}

function CourseSelect({
  control,
  value,
  onChange,
}: {
  control: Control;
  value: string;
  onChange: (course: string) => void;
}) {
  const courses = useQuery(coursesQuery);
  return (
    <Select
      {...control}
      value={value}
      placeholder={courses.isError ? 'Os cursos não carregaram' : courses.data ? 'Escolha um curso' : 'Carregando...'}
      options={courses.data?.map(({ id, title }) => ({ value: id, label: title }))}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}

function CampaignSelect({
  control,
  value,
  onChange,
}: {
  control: Control;
  value: number;
  onChange: (campaign: number) => void;
}) {
  const campaigns = useQuery(startedCampaignsQuery);
  const options = campaigns.data?.map(({ number, subject }) => ({ value: String(number), label: subject }));
  const isKnown = value === 0 || options?.some((option) => option.value === String(value));
  return (
    <Select
      {...control}
      value={value === 0 ? '' : String(value)}
      placeholder={
        campaigns.isError
          ? 'As campanhas não carregaram'
          : !campaigns.data
            ? 'Carregando...'
            : options?.length === 0
              ? 'Nenhuma campanha foi enviada ainda'
              : 'Escolha uma campanha'
      }
      options={isKnown ? options : [{ value: String(value), label: `nº ${value}` }, ...(options ?? [])]}
      onChange={({ target }) => onChange(Number(target.value))}
    />
  );
}
