import { FAILURE_ADVICE, failureOf, sentenceOf } from '@/lib/errors';
import type { ToastMessage } from '@/ui/toast';
import { ChangedMeanwhile } from './queries';

const RETRY = 'Tente novamente em alguns instantes.';

const done = (title: string): ToastMessage => ({ title, tone: 'success' });
const failed =
  (title: string) =>
  (error: unknown): ToastMessage => {
    if (error instanceof ChangedMeanwhile) {
      const description =
        'Ele foi alterado há pouco, por outra pessoa ou em outra aba. Confira como está e tente de novo.';
      return { title, description, tone: 'destructive' };
    }
    const { kind } = failureOf(error);
    // The product's own sentence, unless there is better advice than waiting.
    const said = kind === 'unknown' || kind === 'unreachable' || kind === 'invalid' ? RETRY : FAILURE_ADVICE[kind];
    return { title, description: sentenceOf(error) ?? said, tone: 'destructive' };
  };

export const contentToasts = {
  created: done('Conteúdo criado com sucesso!'),
  updated: done('Conteúdo atualizado!'),
  deleted: done('Conteúdo removido'),
  createFailed: failed('Erro ao criar conteúdo'),
  updateFailed: failed('Erro ao atualizar conteúdo'),
  deleteFailed: failed('Erro ao remover conteúdo'),
};

/** Returns the message about a content in the trash, with the way back. Restoring does not bring the schedule back. */
export const trashedToast = (wasScheduled: boolean, undo: () => void): ToastMessage => ({
  ...contentToasts.deleted,
  description: wasScheduled
    ? 'Fica 30 dias na lixeira. O agendamento não volta: marque de novo ao restaurar.'
    : 'Fica 30 dias na lixeira.',
  action: { label: 'Desfazer', run: undo },
});

export const emptyContents = {
  title: 'Nenhum conteúdo encontrado',
  description: 'Comece criando seu primeiro conteúdo!',
};

export const LOAD_FAILED = 'Não foi possível carregar os conteúdos.';

/** Returns the name of a content that may have no title yet. */
export function contentName(content: { title: string | null } | null): string {
  return content?.title?.trim() || 'Sem título';
}
