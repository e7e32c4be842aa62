import { paths } from '@/app/pages';
import type { ContentType } from '@/entities/content-kind';

export const contentText = {
  failed: {
    title: 'Não foi possível carregar os conteúdos.',
    description: 'A conexão falhou ou o servidor não respondeu.',
  },
  nothing: 'Nenhum conteúdo encontrado',
  notFound: {
    title: 'Conteúdo não encontrado',
    description: 'Ele saiu do ar ou mudou de endereço.',
  },
  notOpened: {
    title: 'Não foi possível abrir o conteúdo.',
    description: 'A conexão falhou ou o servidor não respondeu.',
    tone: 'destructive',
  },
  copied: { title: 'Link copiado', tone: 'success' },
  notCopied: {
    title: 'Não foi possível copiar o link.',
    description: 'Copie o endereço na barra do navegador.',
    tone: 'destructive',
  },
  notShared: {
    title: 'Não foi possível compartilhar.',
    description: 'Copie o link e envie por onde preferir.',
    tone: 'destructive',
  },
} as const;

export const typePaths: Record<ContentType, string> = {
  article: paths.contentArticles,
  video: paths.contentVideos,
  audio: paths.contentPodcasts,
  pdf: paths.contentDocuments,
  link: paths.contentLinks,
  letter: paths.letters,
};
