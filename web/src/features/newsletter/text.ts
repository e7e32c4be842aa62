/** The texts of the newsletter form; fixed by the product. */
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

export const linkText = {
  confirmed: {
    title: 'Inscrição confirmada',
    description: 'A próxima carta chega no seu e-mail.',
    tone: 'success',
  },
  left: {
    title: 'Inscrição cancelada',
    description: 'Você não recebe mais a carta neste endereço.',
    tone: 'success',
  },
  purposeLeft: {
    title: 'Pronto, estes e-mails param aqui',
    description: 'Os outros e-mails continuam como estão.',
    tone: 'success',
  },
  chosen: {
    title: 'Escolha salva',
    description: 'Vale a partir do próximo e-mail.',
    tone: 'success',
  },
  unknown: {
    title: 'Este link não vale mais',
    description:
      'Ele pode ter sido cortado pelo programa de e-mail, ou a inscrição já não existe. Confira o endereço na mensagem.',
    tone: 'destructive',
  },
  failure: {
    title: 'Não foi possível concluir',
    description: 'Tente novamente em alguns instantes.',
    tone: 'destructive',
  },
} as const;
