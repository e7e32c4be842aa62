import type { ToastMessage } from '@/ui/toast';

export const portalText = {
  failed: {
    title: 'Erro no portal',
    description: 'Não foi possível abrir o portal de gerenciamento.',
    tone: 'destructive',
  },
  unavailable: {
    title: 'Pagamento ainda não disponível',
    description: 'O portal de gerenciamento abre junto com os pagamentos. Até lá, fale comigo pelo chat.',
  },
} as const satisfies Record<string, ToastMessage>;

export const benefits = {
  subscriber: {
    title: 'Seu plano inclui',
    items: [
      'Artigos, vídeos e podcasts exclusivos',
      'Comunidade e fórum de líderes',
      'Ambiente de aprendizagem',
      'Carta premium toda semana',
      'Cancelamento a qualquer momento',
    ],
  },
  admin: {
    title: 'Seu acesso inclui',
    items: [
      'Acesso completo à área de membros',
      'Publicação e edição de conteúdos',
      'Gestão de categorias',
      'Moderação da comunidade e do fórum',
      'Configurações de segurança e registros',
    ],
  },
} as const;
