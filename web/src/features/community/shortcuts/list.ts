/** The keyboard shortcuts of community and forum. */
import { paths } from '@/app/pages';
import type { ShortcutGroup } from '@/widgets/shortcut-dialog';

/** Pages that `g` and a letter open. */
export const PLACES: readonly { key: string; path: string; label: string }[] = [
  { key: 'i', path: paths.members, label: 'Painel' },
  { key: 'c', path: paths.membersCommunity, label: 'Comunidade' },
  { key: 'f', path: paths.membersForum, label: 'Fórum' },
  { key: 'm', path: paths.membersDirectory, label: 'Membros' },
  { key: 'a', path: paths.membersNotices, label: 'Avisos' },
  { key: 'p', path: paths.membersProfile, label: 'Meu perfil' },
];

export const GROUPS: readonly ShortcutGroup[] = [
  {
    title: 'Na lista e na conversa',
    shortcuts: [
      { keys: ['J'], label: 'Próximo' },
      { keys: ['K'], label: 'Anterior' },
      { keys: ['O'], label: 'Abrir' },
      { keys: ['L'], label: 'Curtir' },
      { keys: ['R'], label: 'Responder' },
    ],
  },
  {
    title: 'Escrever e buscar',
    shortcuts: [
      { keys: ['C'], label: 'Nova publicação' },
      { keys: ['Ctrl', 'Enter'], label: 'Enviar o texto', join: 'together' },
      { keys: ['/'], label: 'Buscar' },
      { keys: ['Ctrl', 'K'], label: 'Buscar em todo o site', join: 'together' },
      { keys: ['?'], label: 'Mostrar os atalhos' },
    ],
  },
  {
    title: 'Ir para',
    shortcuts: PLACES.map(({ key, label }) => ({ keys: ['G', key.toUpperCase()], label })),
  },
];
