/** What the panel says about categories. */
import { failureOf } from '@/lib/failure';
import type { ToastMessage } from '@/ui/toast';
import { failureMessage } from '@/widgets/use-action';

export const categoryToasts = {
  created: { title: 'Categoria criada com sucesso!', tone: 'success' },
  updated: { title: 'Categoria atualizada!', tone: 'success' },
  deleted: { title: 'Categoria removida', tone: 'success' },
  /** In use is not a failure of the call: it is the answer. */
  deleteFailed: (error: unknown): ToastMessage =>
    failureOf(error).kind === 'referenced'
      ? {
          title: 'Não é possível deletar categoria',
          description: 'Esta categoria está sendo usada por conteúdos existentes.',
          tone: 'destructive',
        }
      : failureMessage('Erro ao remover categoria', error),
} as const;

export const categoryErrors = {
  nameMissing: 'Dê um nome à categoria.',
  nameTaken: 'Já existe uma categoria com este nome.',
};
