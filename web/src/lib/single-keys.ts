/** Single keys as shortcuts: which key presses are meant for the page. */

/** Fields take the keys themselves; so do open menus and lists of choices. */
const TAKING = 'input,textarea,select,[contenteditable],[role=menu],[role=listbox]';

/** Elements that are open above the page. */
const ABOVE = '[role=dialog],[role=alertdialog],[role=menu]';

/**
 * Returns the letter or sign that was pressed for the page, in lower case. Returns `undefined` if the key belongs to
 * something else.
 */
export function singleKey(event: KeyboardEvent): string | undefined {
  if (event.key.length !== 1 || event.repeat) return undefined;
  return isForPage(event) ? event.key.toLowerCase() : undefined;
}

/**
 * Returns the arrow that was pressed, or is held, for the page. Returns `undefined` if it moves within something else.
 */
export function arrowKey(event: KeyboardEvent): string | undefined {
  const isWithin = event.target instanceof Element && event.target.closest('[role=slider],[role=tab]');
  return event.key.startsWith('Arrow') && !isWithin && isForPage(event) ? event.key : undefined;
}

function isForPage(event: KeyboardEvent): boolean {
  const { key, target } = event;
  if (event.defaultPrevented || event.isComposing) return false;
  // Some keyboards have signs on a third level, which counts as Ctrl and Alt.
  const isThirdLevel = event.getModifierState('AltGraph') && !isLetter(key);
  if ((event.ctrlKey || event.metaKey || event.altKey) && !isThirdLevel) return false;
  // Caps Lock makes capitals; Shift is a modifier of letters only.
  if (event.shiftKey && isLetter(key)) return false;
  if (target instanceof Element && target.closest(TAKING)) return false;
  return document.querySelector(ABOVE) === null;
}

const isLetter = (key: string): boolean => key.toLowerCase() !== key.toUpperCase();
