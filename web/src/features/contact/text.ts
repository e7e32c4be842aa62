/** The texts of the contact form; fixed by the product. */
export const contactText = {
  success: {
    title: 'Mensagem enviada com sucesso!',
    description: 'Retornarei o contato em até 24 horas. Obrigado pela mensagem.',
    tone: 'success',
  },
  failure: {
    title: 'Erro ao enviar mensagem',
    description: 'Tente novamente em alguns instantes ou entre em contato pelo WhatsApp.',
    tone: 'destructive',
  },
} as const;
