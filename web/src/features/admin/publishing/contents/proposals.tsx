import { CONTENT_KINDS, type ContentType } from '@/entities/content-kind';
import { usePanelAccess } from '@/entities/panel-access';
import { typeEntitlements } from '@/generated/entitlements';
import { ask } from '@/lib/backend';
import { type EntitlementChange, EntitlementProposals, type Proposal } from '@/widgets/entitlement-proposals';
import { CONTENTS } from './queries';

/** Contents that change at once. */
const MAX_CONTENTS = 1_000;

/** Contents for members that every plan opens, although those of their type are opened by something else. */
async function proposals(signal: AbortSignal): Promise<Proposal[]> {
  const rows = await ask((client) =>
    client
      .from('contents')
      .select('id,title,content_type,entitlement')
      .eq('is_member_only', true)
      .eq('entitlement', 'updates')
      .neq('content_type', 'link')
      .is('trashed_at', null)
      .order('created_at', { ascending: false })
      .limit(MAX_CONTENTS)
      .abortSignal(signal),
  );
  return rows.map(({ id, title, content_type, entitlement }) => {
    const type: ContentType = content_type;
    return { id, title, kind: CONTENT_KINDS[type].label, from: entitlement, to: typeEntitlements[type] };
  });
}

const apply = (changes: readonly EntitlementChange[]) =>
  ask((client) => client.rpc('set_content_entitlements', { changes: [...changes] }));

/** Proposals of benefits for contents. Only administrators see them. */
export function ContentProposals() {
  const { isAdmin } = usePanelAccess();
  return (
    isAdmin && (
      <EntitlementProposals
        one="conteúdo"
        many="conteúdos"
        queryKey={[...CONTENTS, 'admin', 'proposals']}
        load={proposals}
        apply={apply}
        refreshes={[CONTENTS]}
      />
    )
  );
}
