import { useState } from 'react';
import { usePanelAccess } from '@/entities/panel-access';
import { Button } from '@/ui/button';
import { HitLine, SearchDialog } from '@/widgets/search-dialog';
import { useFound } from './use-found';

export interface PaletteProps {
  onClose: () => void;
  onHelp: () => void;
}

/** The search over the panel: pages, contents, people and courses by name. */
export default function Palette({ onClose, onHelp }: PaletteProps) {
  const { isAdmin } = usePanelAccess();
  const [text, setText] = useState('');
  const { groups, isLoading, isFailed } = useFound(text);
  return (
    <SearchDialog
      title="Ir para"
      label={isAdmin ? 'Buscar páginas, conteúdos, pessoas e cursos' : 'Buscar páginas e conteúdos'}
      placeholder={isAdmin ? 'Páginas, conteúdos, pessoas, cursos' : 'Páginas, conteúdos'}
      maxLength={100}
      hint="Setas escolhem um resultado, Enter abre. Acentos não importam."
      text={text}
      onText={setText}
      groups={groups}
      choosesFirst
      isStale={isLoading}
      failure={isFailed ? 'Uma parte da busca não respondeu.' : undefined}
      notice={
        <>
          {groups.length === 0 && !isLoading && (
            <p className="py-3 text-muted-foreground">Nada encontrado. Tente outra palavra.</p>
          )}
          {isFailed && <p className="py-3 text-destructive">Uma parte da busca não respondeu. Escreva de novo.</p>}
        </>
      }
      footer={
        <Button variant="ghost" size="small" className="mr-auto -ml-4 max-sm:hidden" onClick={onHelp}>
          Atalhos do teclado
        </Button>
      }
      onClose={onClose}
    >
      {(hit) => <HitLine name={hit.label} note={hit.note} />}
    </SearchDialog>
  );
}
