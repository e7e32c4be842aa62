import { ask } from '@/lib/backend';
import { type EntitlementChange, EntitlementProposals, type Proposal } from '@/widgets/entitlement-proposals';
import { courseKeys, MEMBERS_LEARNING } from '../queries';

/** More courses than an installation has. */
const MAX_COURSES = 500;

/** Courses that every plan opens. */
async function proposals(signal: AbortSignal): Promise<Proposal[]> {
  const rows = await ask((client) =>
    client
      .from('courses')
      .select('id,title,entitlement')
      .eq('entitlement', 'updates')
      .order('sort_order')
      .limit(MAX_COURSES)
      .abortSignal(signal),
  );
  return rows.map(({ id, title, entitlement }) => ({ id, title, kind: 'Curso', from: entitlement, to: 'courses' }));
}

/** Courses named in one request. */
const PART = 100;

/**
 * Changes courses that all have the same entitlement to the same other one: the proposal, or its undoing. Returns the ids
 * of those changed; a course that another entitlement opens by now stays as it is.
 */
async function apply(changes: readonly EntitlementChange[]): Promise<string[]> {
  const [first] = changes;
  if (!first) return [];
  const { from, to } = first;
  const changed: string[] = [];
  for (let start = 0; start < changes.length; start += PART) {
    const ids = changes.slice(start, start + PART).map(({ id }) => id);
    const rows = await ask((client) =>
      client.from('courses').update({ entitlement: to }).in('id', ids).eq('entitlement', from).select('id'),
    );
    changed.push(...rows.map(({ id }) => id));
  }
  return changed;
}

export function CourseProposals() {
  return (
    <EntitlementProposals
      one="curso"
      many="cursos"
      queryKey={[...courseKeys.all, 'proposals']}
      load={proposals}
      apply={apply}
      refreshes={[courseKeys.all, MEMBERS_LEARNING]}
    />
  );
}
