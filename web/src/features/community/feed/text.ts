/** The texts that several parts of community and forum use, or that their lists show. */
import type { ToastMessage } from '@/ui/toast';

export const communityText = {
  posted: {
    title: 'Post criado com sucesso!',
    description: 'Seu post foi publicado na comunidade.',
    tone: 'success',
  },
  postHeld: {
    title: 'Seu post aguarda aprovação',
    description: 'A moderação lê o texto antes de publicá-lo e avisa você da decisão.',
  },
  postFailed: {
    title: 'Erro ao criar post',
    description: 'Não foi possível criar o post. Tente novamente.',
    tone: 'destructive',
  },
  textTooLong: 'O texto passou do limite. Encurte-o ou divida-o em duas publicações.',
  channelsFailed: 'Não foi possível carregar os canais.',
  restricted: 'Acesso Restrito',
  communityNeedsAccess: 'Você precisa de uma assinatura ativa para acessar a comunidade.',
  forumNeedsAccess: 'Você precisa de uma assinatura ativa para acessar o fórum.',
  offline: 'Sem conexão ao vivo. As novidades aparecem quando ela voltar.',
} as const satisfies Record<string, ToastMessage | string>;

/** Label of posts without a category. */
export const NO_CATEGORY = { name: 'Geral', color: '#6366f1' } as const;
