import { adviceOf } from '@/lib/errors';
import type { ToastMessage } from '@/ui/toast';

/** A failure in the server's words where it has a sentence for people. */
export const failureMessage = (title: string, error: unknown): ToastMessage => ({
  title,
  description: adviceOf(error),
  tone: 'destructive',
});
