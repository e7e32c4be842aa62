/**
 * The scripts that a browser fetches before it paints. A page from the server can be read and its links and forms work
 * without the application: bandwidth goes to text, styles and fonts first (docs/decisions/0042).
 */
import { recordEarlyInteractions } from './early-interactions';

/** Starts the application once the page the server rendered is painted; at once where it rendered nothing. */
async function startApplication(root: HTMLElement) {
  const isRendered = root.firstElementChild !== null;
  if (!isRendered) applyChosenTheme();
  const interactions = recordEarlyInteractions(root);
  try {
    if (isRendered) {
      await painted();
      fetchScripts();
    }
    const { start } = await import('./app/start');
    const { alive } = await start(root);
    interactions.end();
    await alive;
    interactions.again();
  } catch (error) {
    console.error('the application could not start', error);
    // A waiting form is then sent without script.
    interactions.giveUp();
    // A page that came complete stays readable; an empty shell says what to do.
    if (!isRendered) root.textContent = 'Não foi possível carregar a página. Recarregue em alguns instantes.';
  }
}

/** The page would be light until its code is here (lib/theme.ts). */
function applyChosenTheme() {
  try {
    const theme = localStorage.getItem('theme');
    if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
  } catch {
    // Storage is forbidden: the system's scheme holds.
  }
}

/** Resolves when a frame has been painted; at once in a background tab, where nothing is painted. */
async function painted() {
  if (document.hidden) return;
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
}

/** Requests at once all scripts that the server names; otherwise each would be known only after the one before. */
function fetchScripts() {
  const names = document.getElementById('__boot')?.getAttribute('data-scripts')?.split(' ') ?? [];
  for (const href of names) {
    const link = Object.assign(document.createElement('link'), { rel: 'modulepreload', href, crossOrigin: '' });
    document.head.append(link);
  }
}

const root = document.getElementById('root');
if (root) void startApplication(root);
