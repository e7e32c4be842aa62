/** What happens when somebody picks a content that is for members only. */
import { createContext } from 'react';

/** Whether the pages that show exclusive contents to subscribers are there: the routes know, features do not. */
export const MembersPagesLive = createContext(false);
