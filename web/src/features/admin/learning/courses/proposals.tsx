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

const apply = (changes: readonly EntitlementChange[]) =>
  ask((client) => client.rpc('set_course_entitlements', { changes: [...changes] }));

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
