import { CircleAlert, X } from 'lucide-react';
import { Button } from '@/ui/button';
import { Progress } from '@/ui/progress';
import type { AddedPicture, Pictures } from './use-pictures';

/** The length of a description. */
const MAX_LETTERS = 300;

/** The pictures that were added to a text: how far they are, and what they show. */
export function PictureList({ pictures }: { pictures: Pictures }) {
  if (pictures.added.length === 0) return null;
  return (
    <ul aria-label="Imagens do texto" className="mt-2 grid gap-2">
      {pictures.added.map((picture) => (
        <li key={picture.id} className="flex items-center gap-3 border border-border p-2">
          <img src={picture.preview} alt="" className="size-12 shrink-0 rounded-sm object-cover" />
          <div className="min-w-0 flex-1">
            <State picture={picture} pictures={pictures} />
          </div>
          <Button
            variant="ghost"
            size="icon"
            aria-label={`Remover ${picture.file.name}`}
            onClick={() => pictures.remove(picture)}
          >
            <X aria-hidden="true" className="size-4" strokeWidth={1.6} />
          </Button>
        </li>
      ))}
    </ul>
  );
}

function State({ picture, pictures }: { picture: AddedPicture; pictures: Pictures }) {
  if (picture.problem) {
    return (
      <div role="alert" className="flex flex-wrap items-center gap-x-3 gap-y-1 text-small text-destructive">
        <p className="flex items-center gap-1.5">
          <CircleAlert aria-hidden="true" className="size-4 shrink-0" strokeWidth={1.8} />
          Imagem não enviada. {picture.problem}
        </p>
        <Button variant="line" size="small" onClick={() => pictures.retry(picture)}>
          Tentar de novo
        </Button>
      </div>
    );
  }
  return (
    <>
      <input
        aria-label={`Descrição de ${picture.file.name}`}
        value={picture.alt}
        maxLength={MAX_LETTERS}
        placeholder="Descreva a imagem para quem não a vê"
        onChange={(event) => pictures.describe(picture, event.target.value)}
        className="min-h-11 w-full rounded-md border border-input bg-card px-3 placeholder:text-muted-foreground lg:min-h-9 lg:text-sm"
      />
      {picture.key === undefined && (
        <div className="mt-1.5">
          <Progress value={picture.progress * 100} />
        </div>
      )}
    </>
  );
}
