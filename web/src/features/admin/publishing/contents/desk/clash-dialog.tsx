import { useState } from 'react';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/dialog';
import { toast } from '@/ui/toast';
import type { FormValues } from '../form/model';
import { clock, useName } from './desk-status';
import { plainText } from './plain-text';
import { TextDiff } from './text-diff';

export interface ClashDialogProps {
  open: boolean;
  mine: FormValues;
  theirs: FormValues;
  /** The person who made the other version; null for programs, and where nobody is known. */
  authorId: string | null;
  at: string | null;
  onMine: () => void;
  onTheirs: () => void;
}

/** Two versions of one content: nothing is overwritten before one is chosen. */
export function ClashDialog({ open, mine, theirs, authorId, at, onMine, onTheirs }: ClashDialogProps) {
  const [compares, setCompares] = useState(false);
  const name = useName(authorId);
  const by = name === 'você' ? ' por você, em outra aba ou aparelho,' : ` por ${name}`;
  const [mineText, theirsText] = open ? [plainText(mine), plainText(theirs)] : ['', ''];
  const copy = () =>
    navigator.clipboard.writeText(mineText).then(
      () => toast({ title: 'Seu texto foi copiado', tone: 'success' }),
      () =>
        toast({
          title: 'Não foi possível copiar',
          description: 'Selecione o texto da sua versão e copie com Ctrl+C.',
          tone: 'destructive',
        }),
    );
  return (
    <Dialog
      wide
      open={open}
      // It stays until one version is chosen.
      onOpenChange={() => undefined}
      title="Este conteúdo foi alterado"
      description={`Alterado${authorId ? by : ''}${at ? ` às ${clock(at)}` : ''}, enquanto você escrevia aqui. Nada foi sobrescrito: escolha com qual versão continuar.`}
      footer={
        <>
          <Button variant="ghost" size="small" onClick={() => setCompares(!compares)}>
            {compares ? 'Ver lado a lado' : 'Comparar'}
          </Button>
          <Button variant="ghost" size="small" onClick={() => void copy()}>
            Copiar a minha
          </Button>
          <Button variant="line" size="small" onClick={onTheirs}>
            Ficar com a outra
          </Button>
          <Button size="small" onClick={onMine}>
            Manter a minha
          </Button>
        </>
      }
    >
      {compares ? (
        <TextDiff label="Da outra versão para a sua" before={theirsText} after={mineText} />
      ) : (
        <div className="grid gap-4 sm:grid-cols-2">
          <Version title="A sua versão" text={mineText} />
          <Version title="A outra versão" text={theirsText} />
        </div>
      )}
    </Dialog>
  );
}

function Version({ title, text }: { title: string; text: string }) {
  return (
    <div className="grid content-start gap-2">
      <h3 className="type-title-3">{title}</h3>
      <section
        aria-label={title}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
        tabIndex={0}
        className="h-[40vh] overflow-y-auto border border-border bg-background p-4 font-serif text-base leading-relaxed whitespace-pre-wrap [overflow-wrap:anywhere]"
      >
        {text || 'Sem texto'}
      </section>
    </div>
  );
}
