import { Star } from 'lucide-react';
import { useState } from 'react';
import { cx } from '@/lib/cx';
import { Checkbox } from '@/ui/checkbox';
import { FieldNote } from '@/ui/field';
import { FormDialog } from '@/ui/form-dialog';
import { TextareaField } from '@/ui/textarea-field';
import { useAction } from '@/widgets/use-action';
import { saveReview } from './actions';
import { learningKeys, type Review } from './queries';

const RATINGS = [1, 2, 3, 4, 5] as const;
const MAX_REVIEW_LENGTH = 2_000;

export interface ReviewDialogProps {
  course: string;
  userId: string;
  own: Review | undefined;
  open: boolean;
  onClose: () => void;
}

/** Review of a course by a student: one to five, and a few words. */
export function ReviewDialog({ course, userId, own, open, onClose }: ReviewDialogProps) {
  const [rating, setRating] = useState(own?.rating ?? 0);
  const [content, setContent] = useState(own?.content ?? '');
  const [isPublic, setPublic] = useState(own?.is_public ?? false);
  const [problem, setProblem] = useState<string>();
  const saving = useAction({
    run: () => saveReview(course, userId, { rating, content: content.trim(), is_public: isPublic }),
    refreshes: [learningKeys.reviews(course), learningKeys.course(course), learningKeys.courses],
    done: { title: 'Avaliação publicada', description: 'Os outros membros já a veem.' },
    failure: 'Não foi possível publicar a avaliação.',
    onDone: onClose,
  });
  const submit = async () => {
    if (!rating) return setProblem('Escolha uma nota de 1 a 5.');
    await saving.mutateAsync().catch(() => undefined);
  };
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title="Avaliar o curso"
      description="A nota entra na média do curso, e o texto aparece com o seu nome."
      onSubmit={submit}
      actionLabel="Publicar"
      busy={saving.isPending}
      busyLabel="Publicando..."
    >
      <fieldset className="grid gap-2">
        <legend className="mb-2 font-label text-sm">Nota</legend>
        <div className="flex gap-1">
          {RATINGS.map((value) => (
            <label
              key={value}
              className="grid size-11 cursor-pointer place-items-center rounded-md has-focus-visible:outline-2 has-focus-visible:outline-ring"
            >
              <input
                type="radio"
                name="rating"
                value={value}
                checked={rating === value}
                onChange={() => {
                  setRating(value);
                  setProblem(undefined);
                }}
                className="sr-only"
              />
              <Star
                aria-hidden="true"
                className={cx('size-6', value <= rating ? 'text-north' : 'text-input')}
                strokeWidth={1.6}
                fill={value <= rating ? 'currentColor' : 'none'}
              />
              <span className="sr-only">{value} de 5</span>
            </label>
          ))}
        </div>
        <FieldNote id="rating-note" error={problem} />
      </fieldset>
      <TextareaField
        label="O que você diria a quem está em dúvida"
        optional
        value={content}
        maxLength={MAX_REVIEW_LENGTH}
        rows={4}
        onChange={(event) => setContent(event.target.value)}
      />
      <Checkbox checked={isPublic} onChange={(event) => setPublic(event.target.checked)}>
        Mostrar também na página pública do curso, sem o meu nome
      </Checkbox>
    </FormDialog>
  );
}
