import { Fragment } from 'react';
import { Button } from '@/ui/button';
import { Dialog, DialogClose } from '@/ui/dialog';

interface Shortcut {
  keys: readonly string[];
  label: string;
}

const GROUPS: readonly { title: string; shortcuts: readonly Shortcut[] }[] = [
  {
    title: 'Em todo o painel',
    shortcuts: [
      { keys: ['Ctrl', 'K'], label: 'Buscar páginas, conteúdos, pessoas e cursos' },
      { keys: ['?'], label: 'Mostrar os atalhos' },
      { keys: ['Esc'], label: 'Fechar o que está aberto' },
    ],
  },
  {
    title: 'Nas abas e listas',
    shortcuts: [
      { keys: ['←', '→'], label: 'Mudar de aba' },
      { keys: ['↑', '↓'], label: 'Escolher na busca' },
      { keys: ['Enter'], label: 'Abrir' },
    ],
  },
  {
    title: 'Ao escrever um conteúdo',
    shortcuts: [
      { keys: ['Ctrl', 'S'], label: 'Salvar' },
      { keys: ['Ctrl', 'Z'], label: 'Desfazer' },
      { keys: ['Ctrl', 'B'], label: 'Negrito' },
      { keys: ['Ctrl', 'I'], label: 'Itálico' },
    ],
  },
];

/** The shortcuts of the panel. */
export default function Help({ onClose }: { onClose: () => void }) {
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Atalhos do teclado"
      footer={
        <DialogClose>
          <Button variant="line" size="small">
            Fechar
          </Button>
        </DialogClose>
      }
    >
      {GROUPS.map(({ title, shortcuts }) => (
        <section key={title} className="mt-2">
          <h3 className="border-b border-border pb-1 type-meta">{title}</h3>
          <dl className="mt-1 grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 type-ui">
            {shortcuts.map(({ keys, label }) => (
              <Fragment key={label}>
                <dt className="py-1">{label}</dt>
                <dd className="flex items-center justify-end gap-1.5 py-1">
                  {keys.map((key) => (
                    <kbd
                      key={key}
                      className="grid min-h-6 min-w-6 place-items-center rounded-sm border border-border bg-muted px-1.5 font-sans text-small"
                    >
                      {key}
                    </kbd>
                  ))}
                </dd>
              </Fragment>
            ))}
          </dl>
        </section>
      ))}
    </Dialog>
  );
}
