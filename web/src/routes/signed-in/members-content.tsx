import '@/styles/article.css';
import { useQuery } from '@tanstack/react-query';
import type { PageProps } from '@/app/routes';
import { SubscribersGate } from '@/features/members/gates';
import { MemberContent } from '@/features/publishing/members/member-content';
import { exclusiveQuery } from '@/features/publishing/members/member-queries';
import { MembersFrame } from '../members-frame';

export default function Page({ params: { id = '' } }: PageProps) {
  // Asked for by the page below, behind the gate.
  const { data: content } = useQuery({ ...exclusiveQuery(id), enabled: false });
  return (
    <MembersFrame title="Conteúdo exclusivo" headTitle={content?.title} gate={SubscribersGate}>
      {({ user }) => <MemberContent id={id} userId={user.id} />}
    </MembersFrame>
  );
}
