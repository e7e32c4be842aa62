/** Automated sequences: server functions for administrators. */
import { queryOptions } from '@tanstack/react-query';
import type { ListSequenceRuns, SequenceName } from '@/generated/functions';
import { functionAnswer, orNull } from '@/lib/functions';
import type { FilterValues } from '@/widgets/filters';

export type {
  PersonPreview,
  PlannedOutcome,
  PlannedSequence,
  PlannedStep,
  Reason,
  ReasonCount,
  RunState,
  SequenceName,
  SequenceRun,
  SequenceRuns,
  SequenceStep,
  SequenceView,
} from '@/generated/functions';

export const sequenceKeys = { all: ['admin-sequences'] };

/** Keys of the queries that a switch changes. */
export const SEQUENCE_CHANGED = [sequenceKeys.all, ['audit']];

export const sequencesQuery = queryOptions({
  queryKey: [...sequenceKeys.all, 'list'],
  queryFn: async () => (await functionAnswer('list-sequences')).sequences,
  staleTime: 0,
});

export type RunFilters = FilterValues<Omit<ListSequenceRuns, 'sequence'>>;

export const runsQuery = (sequence: SequenceName, { state, page }: RunFilters) =>
  queryOptions({
    queryKey: [...sequenceKeys.all, 'runs', sequence, state, page],
    queryFn: () => functionAnswer('list-sequence-runs', { sequence, ...orNull({ state }), page }),
    staleTime: 0,
  });

export const personQuery = (email: string) =>
  queryOptions({
    queryKey: [...sequenceKeys.all, 'person', email],
    queryFn: () => functionAnswer('preview-sequences', { email }),
    enabled: email !== '',
    staleTime: 0,
    retry: false,
  });

export const sequenceEmailQuery = (sequence: SequenceName, step: number, email: string) =>
  queryOptions({
    queryKey: [...sequenceKeys.all, 'email', sequence, step, email],
    queryFn: () => functionAnswer('preview-sequence-email', { sequence, step, email }),
    staleTime: 0,
  });
