/**
 * What a browser fetches of the scripts before it paints. A page from the server can be read, its links and forms work
 * without the application: a phone's line is left to text, styles and fonts first (docs/decisions/0042).
 */
import './styles/main.css';
import { recordEarlyInteractions } from './early-interactions';

/** Starts the application once the page the server rendered is painted; at once where it rendered nothing. */
async function startApplication(root: HTMLElement) {
  const isRendered = root.firstElementChild !== null;
  const acts = recordEarlyInteractions(root);
  try {
    if (isRendered) {
      await painted();
      fetchScripts();
    }
    const { start } = await import('./app/start');
    const { alive } = await start(root);
    acts.end();
    await alive;
    acts.again();
  } catch (error) {
    console.error('the application could not start', error);
    // A form that waits for it is sent as it is then, and the page gets another chance.
    acts.giveUp();
    // A page that came complete stays readable; an empty shell says what to do.
    if (!isRendered) root.textContent = 'Não foi possível carregar a página. Recarregue em alguns instantes.';
  }
}

/** Resolves when a frame has been painted; at once where nobody looks, since nothing is painted there. */
async function painted() {
  if (document.hidden) return;
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
}

/** Asks at once for all that the server names; otherwise each would be known only when the one before has come. */
function fetchScripts() {
  const names = document.getElementById('__boot')?.getAttribute('data-scripts')?.split(' ') ?? [];
  for (const href of names) {
    const link = Object.assign(document.createElement('link'), { rel: 'modulepreload', href, crossOrigin: '' });
    document.head.append(link);
  }
}

const root = document.getElementById('root');
if (root) void startApplication(root);
