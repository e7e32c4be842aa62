/** Messages of the course editor. */
import type { ToastMessage } from '@/ui/toast';
import { failureMessage } from '@/widgets/use-action';
import { ChangedMeanwhile } from './actions';

/** What is said where somebody else was faster; the failure otherwise. */
export function changedText(error: unknown, title: string): ToastMessage {
  if (!(error instanceof ChangedMeanwhile)) return failureMessage(title, error);
  return {
    title: 'Outra pessoa mudou isto há pouco',
    description: 'Nada foi sobrescrito. Confira como está agora e tente de novo.',
    tone: 'destructive',
  };
}
