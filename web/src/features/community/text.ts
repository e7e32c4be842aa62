/** The texts of community and forum. */
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
  postIncomplete: 'Título e conteúdo são obrigatórios.',
  textTooLong: 'O texto passou do limite. Encurte-o ou divida-o em duas publicações.',
  visualLoses:
    'Este texto usa marcações que o editor visual não conserva, como tabelas ou HTML. Edite-o aqui, em Markdown.',
  visualFailed: 'O editor visual não foi carregado. Continue em Markdown ou tente de novo em instantes.',
  channelsFailed: 'Não foi possível carregar os canais.',
  channelCreated: { title: 'Canal criado!', tone: 'success' },
  channelWaits: {
    title: 'Canal enviado para aprovação.',
    description: 'Você recebe um aviso quando a equipe decidir.',
    tone: 'success',
  },
  channelFailed: 'Não foi possível criar o canal.',
  restricted: 'Acesso Restrito',
  communityNeedsAccess: 'Você precisa de uma assinatura ativa para acessar a comunidade.',
  forumNeedsAccess: 'Você precisa de uma assinatura ativa para acessar o fórum.',
  offline: 'Sem conexão ao vivo. As novidades aparecem quando ela voltar.',
} as const satisfies Record<string, ToastMessage | string>;

/** Where a post has no category. */
export const NO_CATEGORY = { name: 'Geral', color: '#6366f1' } as const;
