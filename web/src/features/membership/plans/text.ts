import type { ToastMessage } from '@/ui/toast';

export const checkoutText = {
  signInFirst: { title: 'Login necessário', description: 'Você precisa estar logado para assinar.' },
  signInHere: {
    title: 'Login necessário',
    description: 'Você será redirecionado para fazer login ou criar uma conta.',
  },
  subscribed: {
    title: 'Assinatura ativa',
    description: 'Você já possui uma assinatura ativa. Use o portal de gerenciamento para alterar seu plano.',
  },
  unavailable: {
    title: 'Pagamento ainda não disponível',
    description: 'A assinatura pelo site ainda não está aberta. Fale comigo pelo chat e eu reservo o seu plano.',
  },
  monthlyOnly: {
    title: 'Plano mensal',
    description: 'Este plano não é mais vendido por ano. Escolha a cobrança mensal.',
  },
  failed: {
    title: 'Erro no checkout',
    description: 'Não foi possível iniciar o processo de pagamento.',
    tone: 'destructive',
  },
} as const satisfies Record<string, ToastMessage>;
