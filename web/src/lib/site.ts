import { createContext, use } from 'react';
import type { SiteContent } from '@/generated/content';

/** The owner's words about the house, and where it stands. */
export interface Site extends SiteContent {
  /** The public origin, without a slash at the end. */
  origin: string;
}

export const SiteContext = createContext<Site | undefined>(undefined);

export function useSite(): Site {
  const site = use(SiteContext);
  if (!site) throw new Error('useSite needs the providers of the application around it');
  return site;
}
