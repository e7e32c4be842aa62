/** The copy of a form in this browser, kept at each key until the server has the same. */
import { type FormValues, initialValues, withFields } from '../form/model';

/** Versions that a save started from. They are 0 if there is none yet. */
export interface Base {
  version: number;
  contentVersion: number;
}

export interface LocalCopy extends Base {
  id: string;
  values: FormValues;
  at: number;
}

const keyOf = (place: string) => `conteudo:${place}`;

/** The copy under an id, or under `NEW_CONTENT`. */
export function readCopy(place: string): LocalCopy | undefined {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(place)) ?? 'null');
    if (typeof kept !== 'object' || kept === null) return undefined;
    const { id, values, at, version, contentVersion } = kept as Partial<LocalCopy>;
    if (typeof id !== 'string' || typeof at !== 'number') return undefined;
    return {
      id,
      at,
      version: Number(version ?? 0),
      contentVersion: Number(contentVersion ?? 0),
      values: withFields(values, initialValues(undefined)),
    };
  } catch (error) {
    console.warn('the copy of this browser cannot be read', error);
    return undefined;
  }
}

/** False where the browser keeps nothing. */
export function keepCopy(place: string, copy: LocalCopy): boolean {
  try {
    localStorage.setItem(keyOf(place), JSON.stringify(copy));
    return true;
  } catch {
    return false;
  }
}

export function dropCopy(place: string): void {
  try {
    localStorage.removeItem(keyOf(place));
  } catch {
    // Nothing was kept.
  }
}
