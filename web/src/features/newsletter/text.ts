/** What the newsletter form says; fixed by the product, to the letter. */
export const newsletterText = {
  duplicate: {
    title: 'Email já cadastrado',
    description: 'Este email já está inscrito na nossa newsletter.',
    tone: 'destructive',
  },
  failure: {
    title: 'Erro ao realizar inscrição',
    description: 'Tente novamente em alguns instantes.',
    tone: 'destructive',
  },
  success: {
    title: 'Inscrição realizada com sucesso!',
    description: 'Você receberá nossos insights exclusivos em seu email.',
    tone: 'success',
  },
} as const;
