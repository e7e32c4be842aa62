import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { limits } from '@/generated/columns/content_comments';
import { Field } from '@/ui/field';
import { FormDialog } from '@/ui/form-dialog';
import { Textarea } from '@/ui/textarea';
import { useAction } from '@/widgets/use-action';
import { REVIEW_CHANGES, returnReview, reviewFailure } from './queries';

const schema = z.object({
  comment: z.string().trim().min(1, 'Diga o que falta.').max(limits.body, 'O comentário tem até 2.000 caracteres.'),
});

type Values = z.infer<typeof schema>;

const EMPTY: Values = { comment: '' };

/** Sends a content back to who asked for its review. */
export function ReturnDialog({ content, open, onClose }: { content: string; open: boolean; onClose: () => void }) {
  const form = useForm<Values>({ resolver: zodResolver(schema), defaultValues: EMPTY });
  const returning = useAction({
    run: ({ comment }: Values) => returnReview(content, comment),
    done: { title: 'Conteúdo devolvido', description: 'O comentário fica ao lado do texto.', tone: 'success' },
    failure: reviewFailure('Não foi possível devolver o conteúdo.'),
    refreshes: REVIEW_CHANGES,
    onDone: () => {
      form.reset(EMPTY);
      onClose();
    },
  });
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title="Devolver o conteúdo?"
      description="Quem pediu a revisão vê o seu comentário no painel e ao lado do texto."
      onSubmit={form.handleSubmit((values) => returning.mutate(values))}
      actionLabel="Devolver"
      busy={returning.isPending}
      busyLabel="Devolvendo..."
    >
      <Field label="Comentário" error={form.formState.errors.comment?.message}>
        {(control) => <Textarea {...control} rows={4} maxLength={limits.body} {...form.register('comment')} />}
      </Field>
    </FormDialog>
  );
}
