import '@/styles/article.css';
import type { PageProps } from '@/app/routes';
import { MemberContent } from '@/features/contents/members/member-content';
import { SubscribersGate } from '@/features/members/members-gate';
import { MembersFrame } from '../members-frame';

export default function Page({ params: { id = '' } }: PageProps) {
  return (
    <MembersFrame title="Conteúdo exclusivo" gate={SubscribersGate}>
      {({ user }) => <MemberContent id={id} userId={user.id} />}
    </MembersFrame>
  );
}
