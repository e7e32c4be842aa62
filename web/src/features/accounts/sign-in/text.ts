/** What sign-in says, as the product words it. What the service refuses is worded in lib/auth-refusal.ts. */
import type { ToastMessage } from '@/ui/toast';

export const signInText = {
  success: {
    title: 'Login realizado com sucesso!',
    description: 'Redirecionando para a área de membros...',
    tone: 'success',
  },
  empty: { title: 'Erro', description: 'Por favor, preencha todos os campos.', tone: 'destructive' },
  incomplete: {
    title: 'Ainda não foi possível entrar',
    description: 'A página não tinha terminado de carregar. Tente mais uma vez.',
    tone: 'destructive',
  },
  unexpected: { title: 'Erro', description: 'Ocorreu um erro inesperado. Tente novamente.', tone: 'destructive' },
} as const satisfies Record<string, ToastMessage>;

/** A sign-in the service refused, or could not be asked for. */
export function refusedSignIn(description: string): ToastMessage {
  return { title: 'Erro no login', description, tone: 'destructive' };
}
