export const explanation =
  'Contamos páginas e cliques, não pessoas: sem cookie, sem identificador. Quem pede privacidade ao navegador e os robôs ficam de fora.';

export const nothingYet = {
  title: 'Nenhuma visita nos últimos 30 dias',
  description: 'As visitas aparecem aqui alguns segundos depois de acontecerem.',
};

/** The names of clicks; an unknown one shows its identifier. */
export const clickNames: Readonly<Record<string, string>> = {
  'hero solucoes': 'Início: Conhecer as soluções',
  'hero sobre': 'Início: Minha trajetória',
  'hero conversa': 'Início: Conversar',
};
