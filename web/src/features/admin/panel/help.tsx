import { usePanelAccess } from '@/entities/panel-access';
import { ShortcutDialog, type ShortcutGroup } from '@/widgets/shortcut-dialog';

const groupsOf = (isAdmin: boolean): readonly ShortcutGroup[] => [
  {
    title: 'Em todo o painel',
    shortcuts: [
      {
        keys: ['Ctrl', 'K'],
        label: isAdmin ? 'Buscar páginas, conteúdos, pessoas e cursos' : 'Buscar páginas e conteúdos',
        join: 'together',
      },
      { keys: ['?'], label: 'Mostrar os atalhos' },
      { keys: ['Esc'], label: 'Fechar o que está aberto' },
    ],
  },
  {
    title: 'Nas abas e listas',
    shortcuts: [
      { keys: ['←', '→'], label: 'Mudar de aba', join: 'either' },
      { keys: ['↑', '↓'], label: 'Escolher na busca', join: 'either' },
      { keys: ['Enter'], label: 'Abrir' },
    ],
  },
  {
    title: 'Ao escrever um conteúdo',
    shortcuts: [
      { keys: ['Ctrl', 'S'], label: 'Salvar', join: 'together' },
      { keys: ['Ctrl', 'Z'], label: 'Desfazer', join: 'together' },
      { keys: ['Ctrl', 'B'], label: 'Negrito', join: 'together' },
      { keys: ['Ctrl', 'I'], label: 'Itálico', join: 'together' },
      { keys: ['/'], label: 'Inserir um bloco, no começo de uma linha' },
      { keys: ['Ctrl', 'F'], label: 'Buscar no texto', join: 'together' },
      { keys: ['Ctrl', 'H'], label: 'Substituir no texto', join: 'together' },
      { keys: ['Ctrl', 'Shift', 'F'], label: 'Tela cheia', join: 'together' },
      { keys: ['Alt', 'F10'], label: 'Ir para as ferramentas', join: 'together' },
    ],
  },
];

/** The shortcuts of the panel. */
export default function Help({ onClose }: { onClose: () => void }) {
  const { isAdmin } = usePanelAccess();
  return <ShortcutDialog groups={groupsOf(isAdmin)} onClose={onClose} />;
}
