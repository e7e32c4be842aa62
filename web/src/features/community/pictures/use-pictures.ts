/** The pictures that are being added to a text. */
import { type RefObject, useEffect, useRef, useState } from 'react';
import { FAILURE_ADVICE, failureOf } from '@/lib/errors';
import { storeFile } from '@/widgets/uploads/upload';
import { newId } from '../actions';
import type { Mark } from '../writing/markdown';
import {
  type NamedPicture,
  newKey,
  PICTURES_BUCKET,
  PictureRefused,
  placeholderOf,
  prepare,
  storedPicture,
} from './pictures';

export interface AddedPicture {
  id: string;
  file: File;
  /** An address of the chosen file, for this page. */
  preview: string;
  /** From 0 to 1. */
  progress: number;
  alt: string;
  /** Once it is stored. */
  key?: string;
  /** Reason why it was not stored. */
  problem?: string;
}

export interface Pictures {
  added: readonly AddedPicture[];
  isSending: boolean;
  add: (files: readonly File[]) => void;
  describe: (picture: AddedPicture, alt: string) => void;
  retry: (picture: AddedPicture) => void;
  remove: (picture: AddedPicture) => void;
}

/** A text that is being written, as Markdown or in the visual editor. */
export interface WrittenText {
  /** Puts a picture where the caret is. */
  insert: (picture: NamedPicture) => void;
  /** Puts another picture in the place of the one with this address, or none. */
  swap: (src: string, next: NamedPicture | null) => void;
  /** Applies a tool of the toolbar to the selection. */
  apply: (mark: Mark) => void;
  /** Writes where the caret is. */
  write: (text: string) => void;
  focus: () => void;
}

/** Each picture stands in the text from the moment it is chosen. `value` is the text. */
export function usePictures(text: RefObject<WrittenText | null>, channel: string, value: string): Pictures {
  const [all, setAll] = useState<readonly AddedPicture[]>([]);
  // The newest key and description of each: an upload ends after the render that began it.
  const described = useRef(new Map<string, { alt: string; key?: string }>());
  const leaving = useRef(new AbortController());
  useEffect(() => {
    const controller = new AbortController();
    leaving.current = controller;
    return () => controller.abort();
  }, []);

  const set = (id: string, news: Partial<AddedPicture>) =>
    setAll((known) => known.map((one) => (one.id === id ? { ...one, ...news } : one)));
  const swap = (src: string, next: NamedPicture | null) => text.current?.swap(src, next);

  const send = async ({ id, file }: AddedPicture) => {
    const { signal } = leaving.current;
    const placeholder = placeholderOf(id, file.name).src;
    try {
      const prepared = await prepare(file);
      const key = newKey(channel, prepared);
      const onProgress = (progress: number) => set(id, { progress });
      await storeFile({ bucket: PICTURES_BUCKET, path: key, file: prepared.picture, signal, onProgress });
      const alt = described.current.get(id)?.alt ?? '';
      described.current.set(id, { alt, key });
      swap(placeholder, storedPicture(key, alt));
      set(id, { key, progress: 1 });
    } catch (error) {
      if (signal.aborted) return;
      swap(placeholder, null);
      const isRefused = error instanceof PictureRefused;
      if (!isRefused) console.warn('a picture could not be stored', error);
      set(id, { problem: isRefused ? error.message : FAILURE_ADVICE[failureOf(error).kind] });
    }
  };
  const place = (picture: AddedPicture) => {
    text.current?.insert(placeholderOf(picture.id, picture.file.name));
    void send(picture);
  };
  const add = (files: readonly File[]) => {
    for (const file of files.filter(({ type }) => type.startsWith('image/'))) {
      const picture = { id: newId(), file, preview: URL.createObjectURL(file), progress: 0, alt: '' };
      setAll((known) => [...known, picture]);
      place(picture);
    }
  };
  const describe = (picture: AddedPicture, alt: string) => {
    const key = described.current.get(picture.id)?.key;
    described.current.set(picture.id, { alt, ...(key && { key }) });
    if (key) swap(storedPicture(key, '').src, storedPicture(key, alt));
    set(picture.id, { alt });
  };
  const retry = (picture: AddedPicture) => {
    setAll((known) => known.map((one) => (one.id === picture.id ? withoutProblem(one) : one)));
    place(picture);
  };
  const remove = (picture: AddedPicture) => {
    URL.revokeObjectURL(picture.preview);
    if (picture.key) swap(storedPicture(picture.key, '').src, null);
    setAll((known) => known.filter(({ id }) => id !== picture.id));
  };
  // A picture that was taken out of the text needs no description.
  const added = all.filter(({ key }) => key === undefined || value.includes(key));
  const isSending = added.some(({ key, problem }) => key === undefined && problem === undefined);
  return { added, isSending, add, describe, retry, remove };
}

function withoutProblem({ problem: _, ...picture }: AddedPicture): AddedPicture {
  return { ...picture, progress: 0 };
}
