/** Pictures that came with a pasted or dropped text: stores them one after the other and shows the stored ones instead. */
import type { Editor } from '@tiptap/core';
import { functionAnswer } from '@/lib/functions';
import { toast } from '@/ui/toast';
import { measurePicture, refusePicture } from '../../uploads/picture-file';
import { uploadFile } from '../../uploads/upload';

export interface PictureState {
  /** Pictures on their way. */
  sending: number;
  /** Sent part of the present picture, from 0 to 1. */
  share: number;
  /** Pictures that could not be taken along. */
  missing: number;
}

export const NO_PICTURES: PictureState = { sending: 0, share: 0, missing: 0 };

interface Stored {
  url: string;
  width?: number;
  height?: number;
}

interface ForeignPicture {
  id: string;
  src: string;
}

/** A file that is no picture for everybody; its message says why. */
class PictureRefused extends Error {}

export class PictureQueue {
  private state = NO_PICTURES;
  /** Files by the id of their picture in the text. */
  private readonly files = new Map<string, File>();
  private readonly known = new Set<string>();
  private running = Promise.resolve();
  private readonly left = new AbortController();

  constructor(
    private readonly editor: Editor,
    private readonly onState: (state: PictureState) => void,
  ) {}

  /** Shows files at a place of the text, the selection where none is given, and stores them. */
  add(files: readonly File[], place?: number): void {
    const nodes = files.map((file) => {
      const id = crypto.randomUUID();
      this.files.set(id, file);
      return { type: 'image', attrs: { src: URL.createObjectURL(file), alt: '', foreign: id } };
    });
    const chain = this.editor.chain().focus();
    if (place === undefined) chain.insertContent(nodes).run();
    else chain.insertContentAt(place, nodes).run();
  }

  /** Notes pictures that the clipboard named and did not hold. */
  miss(count: number): void {
    if (count > 0) this.set({ missing: this.state.missing + count });
  }

  forgetMissing(): void {
    this.set({ missing: 0 });
  }

  /** Stores the pictures of the text that are not stored yet. */
  look(): void {
    for (const found of this.foreign()) {
      if (this.known.has(found.id)) continue;
      this.known.add(found.id);
      this.set({ sending: this.state.sending + 1 });
      this.running = this.running.then(() => this.take(found));
    }
  }

  /** Ends the sending. */
  stop(): void {
    this.left.abort();
  }

  private set(changed: Partial<PictureState>): void {
    this.state = { ...this.state, ...changed };
    this.onState(this.state);
  }

  private foreign(): ForeignPicture[] {
    const found: ForeignPicture[] = [];
    this.editor.state.doc.descendants((node) => {
      const { foreign, src } = node.attrs;
      if (node.type.name === 'image' && typeof foreign === 'string') found.push({ id: foreign, src: String(src) });
    });
    return found;
  }

  private async take(found: ForeignPicture): Promise<void> {
    if (this.left.signal.aborted) return;
    this.set({ share: 0 });
    try {
      this.replace(found.id, await this.store(found));
    } catch (error) {
      if (this.left.signal.aborted) return;
      this.replace(found.id, undefined);
      if (error instanceof PictureRefused) {
        toast({ title: 'Esta imagem não foi aceita', description: error.message, tone: 'destructive' });
      } else {
        console.warn('a picture could not be stored', error);
        this.miss(1);
      }
    } finally {
      if (this.files.delete(found.id)) URL.revokeObjectURL(found.src);
      this.set({ sending: this.state.sending - 1 });
    }
  }

  private async store({ id, src }: ForeignPicture): Promise<Stored> {
    const file = this.files.get(id) ?? fileOf(src);
    if (!file) {
      const { url, width, height } = await functionAnswer('copy-picture', { url: src });
      return { url, width, height };
    }
    const refused = await refusePicture(file);
    if (refused) throw new PictureRefused(refused);
    const [url, size] = await Promise.all([
      uploadFile({
        // Files of this folder are as open as the texts that show them.
        folder: 'pictures',
        file,
        signal: this.left.signal,
        onProgress: (share) => this.set({ share }),
        onPhase: () => undefined,
        onControls: () => undefined,
      }),
      measurePicture(file),
    ]);
    return { url: new URL(url).pathname, ...size };
  }

  /** Puts the stored picture in place of the other one; takes that out where there is none. Not a step to undo. */
  private replace(id: string, stored: Stored | undefined): void {
    if (this.editor.isDestroyed) return;
    const { tr, doc } = this.editor.state;
    doc.descendants((node, position) => {
      if (node.type.name !== 'image' || node.attrs.foreign !== id) return;
      const at = tr.mapping.map(position);
      if (!stored) tr.delete(at, at + node.nodeSize);
      else {
        const { url: src, width = null, height = null } = stored;
        tr.setNodeMarkup(at, undefined, { ...node.attrs, src, width, height, foreign: null });
      }
    });
    this.editor.view.dispatch(tr.setMeta('addToHistory', false));
  }
}

/** The file in a `data:` address; undefined for other addresses. */
function fileOf(address: string): File | undefined {
  const [, type, base64] = /^data:(image\/[a-z+.-]+);base64,(.+)$/is.exec(address) ?? [];
  if (!type || !base64) return undefined;
  const bytes = Uint8Array.from(atob(base64.replace(/\s/g, '')), (character) => character.charCodeAt(0));
  return new File([bytes], `imagem.${type.split('/')[1]}`, { type });
}
