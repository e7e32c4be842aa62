export const waitlistText = {
  success: {
    title: 'Seu lugar está guardado',
    description: 'Eu aviso por e-mail quando o primeiro grupo abrir.',
    tone: 'success',
  },
  duplicate: {
    title: 'Você já está na lista',
    description: 'Este e-mail já tem um lugar. Não é preciso se inscrever de novo.',
    tone: 'success',
  },
  failure: {
    title: 'Não foi possível entrar na lista',
    description: 'Tente novamente em alguns instantes ou peça o seu lugar pelo WhatsApp.',
    tone: 'destructive',
  },
} as const;
