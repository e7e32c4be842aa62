import { ErasureNotice } from '@/features/account-settings/erasure/erasure-notice';
import { BegunContents } from '@/features/contents/members/member-begun';
import { Dashboard } from '@/features/members/dashboard';
import { MembersGate } from '@/features/members/members-gate';
import { MembersFrame } from '../members-frame';

export default function Page() {
  return (
    <MembersFrame title="Painel" gate={MembersGate}>
      {(access) => (
        <>
          <ErasureNotice />
          <Dashboard access={access} begun={access.subscribed && <BegunContents userId={access.user.id} most={2} />} />
        </>
      )}
    </MembersFrame>
  );
}
