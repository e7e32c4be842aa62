/** Notices of contract changes: server functions for administrators. */
import { queryOptions } from '@tanstack/react-query';
import { functionAnswer } from '@/lib/functions';

export type {
  ContractAudience,
  ContractNoticeDraft,
  ContractNoticeKind,
  ContractNoticePreview,
  ContractNoticeState,
  ContractNoticeView,
  EarliestChange,
} from '@/generated/functions';

const NOTICES = ['admin-letters', 'contract-notices'];

/** Keys of the queries that a notice changes. */
export const NOTICES_CHANGED = [NOTICES, ['audit']];

/** Interval at which the figures of a notice on its way are read. */
const LIVE_MS = 3_000;

export const noticesQuery = queryOptions({
  queryKey: NOTICES,
  queryFn: () => functionAnswer('list-contract-notices'),
  staleTime: 0,
  refetchInterval: ({ state }) => (state.data?.notices.some((notice) => notice.state === 'sending') ? LIVE_MS : false),
});
