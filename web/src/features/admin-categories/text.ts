/** What the panel says about categories. */
import { FAILURE_ADVICE, failureOf } from '@/lib/failure';
import type { ToastMessage } from '@/ui/toast';

const failed =
  (title: string) =>
  (error: unknown): ToastMessage => ({
    title,
    description: FAILURE_ADVICE[failureOf(error).kind],
    tone: 'destructive',
  });

const removeFailed = failed('Erro ao remover categoria');

export const categoryToasts = {
  created: { title: 'Categoria criada com sucesso!', tone: 'success' },
  updated: { title: 'Categoria atualizada!', tone: 'success' },
  deleted: { title: 'Categoria removida', tone: 'success' },
  createFailed: failed('Erro ao criar categoria'),
  updateFailed: failed('Erro ao atualizar categoria'),
  /** In use is not a failure of the call: it is the answer. */
  deleteFailed: (error: unknown): ToastMessage =>
    failureOf(error).kind === 'referenced'
      ? {
          title: 'Não é possível deletar categoria',
          description: 'Esta categoria está sendo usada por conteúdos existentes.',
          tone: 'destructive',
        }
      : removeFailed(error),
} as const;

export const categoryErrors = {
  nameMissing: 'Dê um nome à categoria.',
  nameTaken: 'Já existe uma categoria com este nome.',
};

export const loadFailed = {
  title: 'Erro ao carregar categorias',
  description: 'A conexão falhou ou o servidor não respondeu.',
};
