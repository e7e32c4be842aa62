/** The code of the visual editor, which is fetched before somebody writes, and the person's choice of an editor. */

export type Visual = typeof import('../visual');
export type View = 'visual' | 'markdown';

const CHOICE = 'ateneu-editor-da-comunidade';

/** Returns the editor that was chosen last on this device. */
export function chosenView(): View {
  try {
    return localStorage.getItem(CHOICE) === 'markdown' ? 'markdown' : 'visual';
  } catch {
    return 'visual';
  }
}

export function storeView(view: View): void {
  try {
    localStorage.setItem(CHOICE, view);
  } catch {
    // Storage is forbidden: the choice holds for this page.
  }
}

let loaded: Visual | undefined;

/** Returns the code if it is here. */
export const loadedVisual = (): Visual | undefined => loaded;

export async function loadVisual(): Promise<Visual> {
  loaded ??= await import('../visual');
  return loaded;
}

/** Fetches the code for a field that is likely to be used next. */
export function prepareVisual(): void {
  if (chosenView() === 'markdown') return;
  loadVisual().catch((reason: unknown) => console.warn('the visual editor could not be loaded', reason));
}
