import { createContext } from 'react';
import type { Notice } from './outcome';

/** The result of a plain post: the page answers it and shows the input. */
export interface Posted {
  form: string;
  path: string;
  values: Record<string, string>;
  problems: Record<string, string | undefined>;
  notice?: Notice | undefined;
}

export const PostedContext = createContext<Posted | undefined>(undefined);
