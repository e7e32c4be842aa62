import '@/styles/article.css';
import type { PageProps } from '@/app/routes';
import { SubscribersGate } from '@/features/members/gates';
import { MemberContent } from '@/features/publishing/members/member-content';
import { MembersFrame } from '../members-frame';

export default function Page({ params: { id = '' } }: PageProps) {
  return (
    <MembersFrame title="Conteúdo exclusivo" gate={SubscribersGate}>
      {({ user }) => <MemberContent id={id} userId={user.id} />}
    </MembersFrame>
  );
}
