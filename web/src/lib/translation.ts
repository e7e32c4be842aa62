/**
 * A browser that translates a page puts a `<font>` with other words in the place of a text, or around it. React goes on with
 * the text that it made: it could not remove it, nor insert before it, and what changes in it would not be seen.
 */

/** Elements in the place of texts. */
const replacements = new WeakMap<Node, Element>();

const isFont = (node: Node | null): node is Element => node?.nodeName === 'FONT';

/** The child of `parent` that a node stands in, or that stands for it. */
function shownIn(parent: Node, node: Node): Node | null {
  let at: Node | null = node.parentNode ? node : (replacements.get(node) ?? null);
  while (at && at.parentNode !== parent) at = at.parentNode;
  return at;
}

/** A text that has changed takes its place again, and is translated anew by the browser. */
function putBack(records: readonly MutationRecord[]): void {
  for (const { target } of records) {
    const replacement = replacements.get(target);
    if (!replacement || target.parentNode || !replacement.parentNode) continue;
    replacements.delete(target);
    replacement.replaceWith(target);
  }
}

let isTranslated = false;

/** Makes React and the browser's translation get along; called once, before the page is rendered. */
export function allowTranslation(): void {
  const changes = new MutationObserver(putBack);
  new MutationObserver((records) => {
    for (const { addedNodes, removedNodes, previousSibling, nextSibling } of records) {
      isTranslated ||= [...addedNodes].some(isFont);
      if (!isTranslated) continue;
      const replacement = [...addedNodes, previousSibling, nextSibling].find(isFont);
      if (!replacement) continue;
      for (const node of removedNodes) {
        if (!(node instanceof Text)) continue;
        replacements.set(node, replacement);
        changes.observe(node, { characterData: true });
      }
    }
  }).observe(document.documentElement, { childList: true, subtree: true });

  const { removeChild, insertBefore } = Node.prototype;
  Node.prototype.removeChild = function <T extends Node>(child: T): T {
    if (!isTranslated || child.parentNode === this) return removeChild.call(this, child) as T;
    const shown = shownIn(this, child);
    if (shown) removeChild.call(this, shown);
    return child;
  };
  Node.prototype.insertBefore = function <T extends Node>(node: T, child: Node | null): T {
    const isOwn = !isTranslated || child === null || child.parentNode === this;
    return insertBefore.call(this, node, isOwn ? child : shownIn(this, child)) as T;
  };
}
