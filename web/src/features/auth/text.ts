/** What sign-in says, as the product words it. */
import type { ToastMessage } from '@/ui/toast';

export const signInText = {
  success: {
    title: 'Login realizado com sucesso!',
    description: 'Redirecionando para a área de membros...',
    tone: 'success',
  },
  empty: { title: 'Erro', description: 'Por favor, preencha todos os campos.', tone: 'destructive' },
  unexpected: { title: 'Erro', description: 'Ocorreu um erro inesperado. Tente novamente.', tone: 'destructive' },
} as const satisfies Record<string, ToastMessage>;

/** A sign-in the auth service refused: by its code, else by the status. */
export function refusedSignIn(code: string | undefined, status: number | undefined): ToastMessage {
  return { title: 'Erro no login', description: reasonOf(code, status), tone: 'destructive' };
}

function reasonOf(code: string | undefined, status: number | undefined): string {
  if (status === 429) return 'Muitas tentativas de login. Aguarde alguns minutos e tente de novo.';
  if (status !== undefined && status >= 500) return 'O serviço de login falhou. Tente de novo em alguns instantes.';
  switch (code) {
    case 'email_not_confirmed':
      return 'Confirme seu e-mail pelo link que enviamos antes de entrar.';
    case 'user_banned':
      return 'Esta conta está suspensa.';
    case 'email_provider_disabled':
      return 'O login com e-mail e senha está desligado.';
    default:
      return 'Email ou senha incorretos.';
  }
}

export const unreachableSignIn: ToastMessage = {
  title: 'Erro no login',
  description: 'O servidor não respondeu. Verifique sua conexão e tente de novo.',
  tone: 'destructive',
};
