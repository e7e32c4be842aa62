/** Single keys as shortcuts: which key presses are meant for the page. */

/** Fields take the keys themselves; so do open menus and lists of choices. */
const TAKING = 'input,textarea,select,[contenteditable],[role=menu],[role=listbox]';

/** What is open above the page. */
const ABOVE = '[role=dialog],[role=alertdialog],[role=menu]';

/** The letter or sign that was pressed for the page, in lower case; nothing where it belongs to something else. */
export function singleKey(event: KeyboardEvent): string | undefined {
  const { key, target } = event;
  if (key.length !== 1 || event.repeat || event.defaultPrevented || event.isComposing) return undefined;
  // Some keyboards have signs on a third level, which counts as Ctrl and Alt.
  const isThirdLevel = event.getModifierState('AltGraph') && !isLetter(key);
  if ((event.ctrlKey || event.metaKey || event.altKey) && !isThirdLevel) return undefined;
  // Caps Lock makes capitals; Shift is a modifier of letters only.
  if (event.shiftKey && isLetter(key)) return undefined;
  if (target instanceof Element && target.closest(TAKING)) return undefined;
  return document.querySelector(ABOVE) ? undefined : key.toLowerCase();
}

const isLetter = (key: string): boolean => key.toLowerCase() !== key.toUpperCase();
