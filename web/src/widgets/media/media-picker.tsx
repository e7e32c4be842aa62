import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '@/ui/button';
import { Dialog, DialogClose } from '@/ui/dialog';
import { Loaded } from '@/ui/loaded';
import { Empty } from '@/ui/start/empty';
import { SearchForm } from '../filter-bar';
import { MediaPreview } from './media-preview';
import { type MediaFile, type MediaKind, mediaQuery } from './queries';
import { factsOf, nameOf, sizeOf } from './text';

export interface MediaPickerProps {
  kind: MediaKind;
  onChoose: (file: MediaFile) => void;
  onClose: () => void;
}

const TITLES: Record<MediaKind, string> = {
  image: 'Escolher uma imagem da biblioteca',
  video: 'Escolher um vídeo da biblioteca',
  audio: 'Escolher um áudio da biblioteca',
  document: 'Escolher um documento da biblioteca',
};

/** Chooses a file that was sent before. */
export default function MediaPicker({ kind, onChoose, onClose }: MediaPickerProps) {
  const [search, setSearch] = useState('');
  return (
    <Dialog
      open
      wide
      onOpenChange={(open) => !open && onClose()}
      title={TITLES[kind]}
      description="O arquivo é usado pelo mesmo endereço, sem outro envio."
      footer={
        <DialogClose>
          <Button variant="line" size="small">
            Fechar
          </Button>
        </DialogClose>
      }
    >
      {/* A search must not submit the form around the dialog. */}
      <div className="mb-4" onSubmit={(event) => event.stopPropagation()}>
        <SearchForm label="Buscar" note="pelo nome do arquivo" search={search} onSearch={setSearch} />
      </div>
      <MatchingFiles kind={kind} search={search} onChoose={onChoose} />
    </Dialog>
  );
}

const SKELETON: readonly string[] = ['h-40 w-full', 'mt-3 h-40 w-full'];

function MatchingFiles({ kind, search, onChoose }: Pick<MediaPickerProps, 'kind' | 'onChoose'> & { search: string }) {
  const list = useInfiniteQuery(mediaQuery({ search, kind, unused: false, bucket: 'contents' }));
  return (
    <Loaded
      query={list}
      failed="Não foi possível carregar a biblioteca."
      loading="Carregando a biblioteca"
      skeleton={SKELETON}
    >
      {({ pages }) => {
        const files = pages.flatMap((page) => page.files).filter((file) => isFit(file, kind));
        if (files.length === 0 && !list.hasNextPage) {
          return (
            <Empty
              title={search ? 'Nenhum arquivo encontrado' : 'Nenhum arquivo deste tipo ainda'}
              description={search ? 'Nada na biblioteca tem este nome.' : 'O primeiro que você enviar aparece aqui.'}
            />
          );
        }
        return (
          <>
            <ul className="grid grid-cols-2 gap-3 sm:grid-cols-3 md:grid-cols-4">
              {files.map((file) => (
                <li key={file.id} className="grid">
                  <button
                    type="button"
                    onClick={() => onChoose(file)}
                    className="grid content-start gap-2 border border-border bg-card p-2 text-left hover:border-foreground"
                  >
                    <MediaPreview file={file} className="aspect-3/2 w-full" />
                    <span className="line-clamp-2 type-ui leading-snug [overflow-wrap:anywhere]">{nameOf(file)}</span>
                    <span className="type-meta tabular-nums">
                      {factsOf(file)}
                      <span className="block">{sizeOf(file)}</span>
                    </span>
                  </button>
                </li>
              ))}
            </ul>
            {list.hasNextPage && (
              <Button
                variant="line"
                size="small"
                className="justify-self-start"
                busy={list.isFetchingNextPage}
                onClick={() => void list.fetchNextPage()}
              >
                Carregar mais
              </Button>
            )}
          </>
        );
      }}
    </Loaded>
  );
}

/** Pictures are those of covers and of texts; those of other folders are files of contents. */
const isFit = ({ key }: MediaFile, kind: MediaKind): boolean =>
  kind !== 'image' || /^(?:thumbnails|pictures)\//.test(key);
