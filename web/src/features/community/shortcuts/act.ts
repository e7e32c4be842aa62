/**
 * Effects of shortcuts on the page. The page marks what they find: `data-key-item` each post or comment, `data-key`
 * what a key presses.
 */

const ITEMS = 'main [data-key-item]';
const COMMENT_FIELD = 'main [data-key=comment] :is(textarea, [contenteditable=true])';

/** Time that a page that was gone to may take to show what is wanted. */
const TIMEOUT_MS = 10_000;

const found = (selector: string, within: ParentNode = document): HTMLElement | null => within.querySelector(selector);

/** The post or comment that has the focus, or something in it. */
function currentItem(): HTMLElement | null {
  return document.activeElement?.closest<HTMLElement>('[data-key-item]') ?? null;
}

/** Moves the focus to the next post or comment; at first to the first that is on the screen. */
export function move(step: 1 | -1): void {
  const items = [...document.querySelectorAll<HTMLElement>(ITEMS)];
  const current = currentItem();
  const next = current
    ? items[items.indexOf(current) + step]
    : items.find((item) => item.getBoundingClientRect().bottom > 80);
  if (!next) return;
  (found('[data-key=open]', next) ?? next).focus({ preventScroll: true });
  next.scrollIntoView({ block: 'nearest' });
}

export function open(): void {
  const item = currentItem();
  if (item) (found('[data-key=open]', item) ?? item).click();
}

/** Likes the post or comment that has the focus; on its own page, the post. */
export function like(): void {
  const item = currentItem();
  const button = item ? found('[data-key=like]', item) : found('main [data-key-post] [data-key=like]');
  button?.click();
}

/** Answers the comment that has the focus; otherwise the post. */
export function reply(): void {
  const item = currentItem();
  const answer = item && found('[data-key=reply]', item);
  if (answer) {
    answer.click();
    return;
  }
  const post = item && found('[data-key=open]', item);
  post?.click();
  if (post || found(COMMENT_FIELD)) whenThere(COMMENT_FIELD, show);
}

/** Begins a post; `goToForm` leads to a page that has the form. */
export function write(goToForm: () => void): void {
  const isThere = () => found('main [data-key=title]') ?? found('main [data-key=write]');
  if (!isThere()) goToForm();
  whenThere('main [data-key=title], main [data-key=write]', (target) => {
    if (!target.matches('[data-key=title]')) target.click();
    whenThere('main [data-key=title]', show);
  });
}

/** Puts the cursor into the search box; `goToSearch` leads to a page that has one. */
export function search(goToSearch: () => void): void {
  if (!found('main input[type=search]')) goToSearch();
  whenThere('main input[type=search]', show);
}

function show(field: HTMLElement): void {
  field.focus({ preventScroll: true });
  field.scrollIntoView({ block: 'center' });
}

/** Waits for an element of the page that is being opened. */
function whenThere(selector: string, then: (element: HTMLElement) => void): void {
  const at = found(selector);
  if (at) {
    then(at);
    return;
  }
  const observer = new MutationObserver(() => {
    const element = found(selector);
    if (!element) return;
    stop();
    then(element);
  });
  const timer = setTimeout(() => stop(), TIMEOUT_MS);
  const stop = () => {
    clearTimeout(timer);
    observer.disconnect();
  };
  observer.observe(document.body, { childList: true, subtree: true });
}
