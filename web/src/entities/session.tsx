/** The signed-in user. The client library keeps the session; this makes it available to React. */
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, use, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import {
  type AuthError,
  getClient,
  getClientLater,
  type Session,
  storedSession,
  type User,
  watchErrors,
} from '@/lib/backend';
import { failureOf } from '@/lib/errors';
import { useShown } from '@/lib/shown';
import { type ToastMessage, toast } from '@/ui/toast';
import { awaitsSecondFactor } from './assurance';

const signOutFailed: ToastMessage = {
  title: 'Erro ao sair',
  description: 'Não foi possível encerrar a sessão no servidor. Neste navegador ela já terminou.',
  tone: 'destructive',
};

export interface SessionState {
  /** True until the stored session was read once. */
  loading: boolean;
  /** Signed in, with the second factor where the account has one. Kept while the session is only interrupted (`ended`). */
  user: User | null;
  /** Has given the first factor and not the second: not signed in yet. */
  halfWay: User | null;
  /** The client could not be loaded at all. */
  failed: boolean;
  /** Ended by the server or in another tab, not by the button here; also while the second factor is missing on return. */
  ended: boolean;
  retry: () => void;
  signOut: () => Promise<void>;
}

const SessionContext = createContext<SessionState | undefined>(undefined);

export function useSession(): SessionState {
  const state = use(SessionContext);
  if (!state) throw new Error('useSession needs a SessionProvider around it');
  return state;
}

type Snapshot = Pick<SessionState, 'loading' | 'user' | 'halfWay' | 'failed' | 'ended'>;
const UNKNOWN: Snapshot = { loading: true, user: null, halfWay: null, failed: false, ended: false };

/** The next state once the client reports a session, or none. */
function after(before: Snapshot, session: Session | null): Snapshot {
  const owes = session !== null && awaitsSecondFactor(session);
  const user = (!owes && session?.user) || null;
  const ended = user === null && before.user !== null;
  return {
    loading: false,
    user: user ?? (ended ? before.user : null),
    halfWay: owes ? session.user : null,
    failed: false,
    ended,
  };
}

export interface SessionProviderProps {
  /** The page says itself when it shows its contents (`useShown`): the client library comes after them. */
  isLate?: boolean;
  children: ReactNode;
}

export function SessionProvider({ isLate = false, children }: SessionProviderProps) {
  const queryClient = useQueryClient();
  const [known, setSnapshot] = useState(UNKNOWN);
  const [attempt, setAttempt] = useState(0);
  /** The button was pressed, and the session is still there. */
  const leaving = useRef(false);

  const afterLeaving = useCallback(() => {
    leaving.current = false;
    setSnapshot({ ...UNKNOWN, loading: false });
    // The next user of this browser must not see this person's data. What is the same for everybody stays: the login form
    // would be taken away until it is read again.
    queryClient.removeQueries({ predicate: ({ meta }) => !meta?.isPublic });
    queryClient.getMutationCache().clear();
  }, [queryClient]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt subscribes again
  useEffect(() => {
    let gone = false;
    let unsubscribe = () => {};
    const stored = storedSession();
    // The library confirms it, or reports that it has ended.
    if (stored) setSnapshot((before) => after(before, stored));
    const library = stored ? getClientLater() : getClient();
    library
      .then((client) => {
        if (gone) return;
        const { data } = client.auth.onAuthStateChange((_event, session) => {
          if (leaving.current && !session) afterLeaving();
          else setSnapshot((before) => after(before, session));
        });
        unsubscribe = () => data.subscription.unsubscribe();
      })
      .catch((reason: unknown) => {
        console.error('the client library could not be loaded', reason);
        // With a stored session the page goes on without it.
        if (!gone) setSnapshot((before) => (before.user ? before : { ...UNKNOWN, loading: false, failed: true }));
      });
    return () => {
      gone = true;
      unsubscribe();
    };
  }, [attempt, afterLeaving]);

  useEffect(() => watchRefusals(queryClient), [queryClient]);
  useShown(!isLate);

  const retry = useCallback(() => {
    setSnapshot(UNKNOWN);
    setAttempt((count) => count + 1);
  }, []);

  const signOut = useCallback(async () => {
    leaving.current = true;
    try {
      const error = await endSession();
      if (error) toast(signOutFailed);
      // The library removes the session before it waits for the server: somebody else may have signed in since.
      if (leaving.current) afterLeaving();
    } finally {
      leaving.current = false;
    }
  }, [afterLeaving]);

  const state = useMemo(() => ({ ...known, retry, signOut }), [known, retry, signOut]);
  return <SessionContext value={state}>{children}</SessionContext>;
}

/** Ends this session here and on the server; others of the same user stay. */
async function endSession(): Promise<AuthError | null> {
  const client = await getClient();
  const { error } = await client.auth.signOut({ scope: 'local' });
  return error;
}

/**
 * Watches for requests with a token that the server no longer accepts. One refresh then decides: it works, or the
 * client drops the session and reports it.
 */
function watchRefusals(queryClient: QueryClient): () => void {
  const onError = (error: unknown) => {
    if (failureOf(error).kind !== 'expired') return;
    getClient()
      .then((client) => client.auth.refreshSession())
      .catch((reason: unknown) => console.error('the session could not be refreshed', reason));
  };
  const stops = [
    // Also what no query asks for, such as the saving of drafts.
    watchErrors(onError),
    queryClient.getQueryCache().subscribe((event) => {
      if (event.type === 'updated' && event.action.type === 'error') onError(event.action.error);
    }),
    queryClient.getMutationCache().subscribe((event) => {
      if (event.type === 'updated' && event.action.type === 'error') onError(event.action.error);
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
