/** The pages of the site that a search finds by their names and by what they are about. */
import { paths } from '@/app/pages';
import { fold } from '@/lib/search-text';
import type { Hit, Reader } from './hits';

interface Place {
  path: string;
  title: string;
  text: string;
  /** Other words by which it is looked for. */
  words?: string;
  forSubscribers?: boolean;
}

const PUBLIC: readonly Place[] = [
  {
    path: paths.mentoring,
    title: 'Mentoria',
    text: 'Acompanhamento individual para quem dirige',
    words: 'mentor executiva',
  },
  { path: paths.coaching, title: 'Coaching', text: 'Desenvolvimento de quem lidera equipes', words: 'lideranca' },
  {
    path: paths.membersWelcome,
    title: 'Comunidade',
    text: 'Líderes de setores distintos, com método e sigilo',
    words: 'membros entrar login assinar',
  },
  {
    path: paths.pricing,
    title: 'Planos',
    text: 'Os quatro planos, o que cada um inclui e as garantias',
    words: 'precos valor assinatura pagar boleto cartao pix',
  },
  { path: paths.blog(), title: 'Blog', text: 'Artigos, vídeos e podcasts abertos', words: 'textos' },
  {
    path: paths.contact,
    title: 'Contato',
    text: 'Mensagem, WhatsApp e e-mail',
    words: 'falar telefone endereco palestra',
  },
  { path: paths.home, title: 'Início', text: 'A primeira página do site', words: 'home newsletter carta' },
  {
    path: paths.about,
    title: 'Sobre',
    text: 'Princípios, trajetória, formação e recomendações',
    words: 'biografia quem certificacoes depoimentos',
  },
  { path: paths.solutions, title: 'Soluções', text: 'Mentoria, coaching, software e comunidade', words: 'servicos' },
  {
    path: paths.software,
    title: 'Software de gestão',
    text: 'Finanças, vendas, operações e pessoas em um lugar',
    words: 'crm lista espera sistema',
  },
  { path: paths.contents, title: 'Conteúdos', text: 'Tudo o que foi publicado, por tipo', words: 'materiais' },
  { path: paths.contentArticles, title: 'Artigos', text: 'Todos os artigos, por ano e categoria' },
  { path: paths.contentVideos, title: 'Vídeos', text: 'Todos os vídeos', words: 'filmes' },
  { path: paths.contentPodcasts, title: 'Podcasts', text: 'Todos os episódios', words: 'audio' },
  {
    path: paths.contentDocuments,
    title: 'Documentos',
    text: 'Todos os arquivos em PDF',
    words: 'downloads modelos fichas',
  },
  { path: paths.contentLinks, title: 'Links', text: 'Todas as indicações', words: 'leituras planilhas ferramentas' },
  {
    path: paths.courses,
    title: 'Cursos',
    text: 'Programa de cada curso e uma aula de amostra',
    words: 'aulas aprender',
  },
  {
    path: paths.methodology,
    title: 'Máquina de Execução',
    text: 'O método: quatro pilares e cinco resultados',
    words: 'metodologia',
  },
  {
    path: paths.privacy,
    title: 'Privacidade',
    text: 'Que dados o site guarda e por quanto tempo',
    words: 'lgpd cookies',
  },
  {
    path: paths.terms,
    title: 'Termos',
    text: 'As regras de uso e da assinatura',
    words: 'cancelamento reembolso garantia',
  },
  {
    path: paths.outsideReport,
    title: 'Denunciar conteúdo',
    text: 'Para quem não é membro',
    words: 'denuncia direitos autorais',
  },
];

const FOR_MEMBERS: readonly Place[] = [
  { path: paths.members, title: 'Painel', text: 'Área de membros', words: 'inicio' },
  { path: paths.membersCommunity, title: 'Comunidade', text: 'Área de membros', words: 'canais posts' },
  { path: paths.membersForum, title: 'Fórum', text: 'Área de membros', words: 'perguntas topicos' },
  { path: paths.membersContents, title: 'Conteúdos exclusivos', text: 'Área de membros', forSubscribers: true },
  { path: paths.membersLearning, title: 'Aprendizagem', text: 'Área de membros', words: 'cursos aulas' },
  { path: paths.membersDirectory, title: 'Membros', text: 'Área de membros', words: 'pessoas diretorio' },
  { path: paths.membersNotices, title: 'Avisos', text: 'Área de membros', words: 'notificacoes' },
  { path: paths.membersProfile, title: 'Meu perfil', text: 'Área de membros' },
  { path: paths.membersSubscription, title: 'Assinatura', text: 'Área de membros', words: 'plano recibos cancelar' },
  { path: paths.membersSettings, title: 'Configurações', text: 'Área de membros', words: 'senha 2fa conta sessoes' },
];

/** Pages with a word for each of these; all where there are none. */
export function pagesFound(words: readonly string[], reader: Reader): readonly Hit[] {
  const own = FOR_MEMBERS.filter(({ forSubscribers }) => !forSubscribers || reader === 'member');
  const places = reader === 'visitor' ? PUBLIC : [...own, ...PUBLIC];
  const found = places.filter(({ title, text, words: others }) => {
    const terms = fold(`${title} ${text} ${others ?? ''}`).split(/[^\p{L}\p{N}]+/u);
    return words.every((word) => terms.some((one) => one.startsWith(word)));
  });
  const isNamed = ({ title }: Place) => words.some((word) => fold(title).includes(word));
  return [...found.filter(isNamed), ...found.filter((place) => !isNamed(place))].map(({ path, title, text }) => ({
    path,
    title,
    note: '',
    text,
  }));
}
