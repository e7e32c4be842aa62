/** The texts of sign-in. The service's refusals are in entities/auth-refusal.ts. */
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

/** A sign-in that was refused or could not be requested. */
export function refusedSignIn(description: string): ToastMessage {
  return { title: 'Erro no login', description, tone: 'destructive' };
}
