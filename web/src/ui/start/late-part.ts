/** Parts of a page whose code is fetched when they are first shown. */
import { lazy } from 'react';
import { dismissFailures, toast } from '@/ui/toast';

const MAX_WAIT_MS = 60_000;

/**
 * Fetches a module, for as long as that takes: a part that is missing must not replace the page, and with it what somebody
 * writes there, by an error. A message says so at the first failure. It is tried again when the browser has a connection, and
 * from time to time.
 */
export async function fetchPart<Module>(load: () => Promise<Module>): Promise<Module> {
  for (let failures = 0; ; failures += 1) {
    try {
      const part = await load();
      if (failures > 0) dismissFailures();
      return part;
    } catch (error) {
      console.error('a part of the page could not be fetched', error);
      if (failures === 0)
        toast({
          title: 'Uma parte da página não pôde ser carregada',
          description: 'Confira a conexão. Essa parte aparece assim que for possível.',
          tone: 'destructive',
          action: { label: 'Recarregar a página', run: () => location.reload() },
        });
      await new Promise((resolve) => {
        setTimeout(resolve, Math.min(MAX_WAIT_MS, 1000 * 2 ** failures));
        addEventListener('online', resolve, { once: true });
      });
    }
  }
}

/** React's `lazy` for a part of a page, below a `Suspense` of its own. */
export const latePart: typeof lazy = (load) => lazy(() => fetchPart(load));
