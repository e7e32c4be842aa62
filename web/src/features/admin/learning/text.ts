/** Messages of the course editor. */
import type { ToastMessage } from '@/ui/toast';
import { failureMessage } from '@/widgets/failure-message';
import { ChangedMeanwhile } from './actions';

/** The message where another save was faster; that of the failure otherwise. */
export function changedText(error: unknown, title: string): ToastMessage {
  if (!(error instanceof ChangedMeanwhile)) return failureMessage(title, error);
  return {
    title: 'Isto foi alterado há pouco',
    description: 'A mudança veio de outra pessoa ou de outra aba sua. Nada foi sobrescrito: confira e tente de novo.',
    tone: 'destructive',
  };
}
