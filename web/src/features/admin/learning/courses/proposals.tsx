import { ask } from '@/lib/backend';
import { type EntitlementChange, EntitlementProposals, type Proposal } from '@/widgets/entitlement-proposals';
import { courseKeys, MEMBERS_LEARNING } from '../queries';

/** More courses than an installation has. */
const MOST = 500;

/** Courses that every plan opens. */
async function proposals(signal: AbortSignal): Promise<Proposal[]> {
  const rows = await ask((client) =>
    client
      .from('courses')
      .select('id,title,entitlement')
      .eq('entitlement', 'updates')
      .order('sort_order')
      .limit(MOST)
      .abortSignal(signal),
  );
  return rows.map(({ id, title, entitlement }) => ({ id, title, kind: 'Curso', from: entitlement, to: 'courses' }));
}

/** Courses named in one request. */
const PART = 100;

/** A course that another entitlement opens by now stays as it is. */
async function apply(changes: readonly EntitlementChange[]): Promise<string[]> {
  const changed: string[] = [];
  const groups = Map.groupBy(changes, ({ from, to }) => `${from} ${to}`);
  for (const group of groups.values()) {
    for (let start = 0; start < group.length; start += PART) {
      const part = group.slice(start, start + PART);
      const [{ from, to }] = part as [EntitlementChange, ...EntitlementChange[]];
      const ids = part.map(({ id }) => id);
      const rows = await ask((client) =>
        client.from('courses').update({ entitlement: to }).in('id', ids).eq('entitlement', from).select('id'),
      );
      changed.push(...rows.map(({ id }) => id));
    }
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
