import { Ban, CircleCheck, Ellipsis, Flag } from 'lucide-react';
import { useState } from 'react';
import { nameOf } from '@/entities/member';
import { Button } from '@/ui/button';
import { Menu } from '@/ui/menu';
import { BlockDialog, useBlocking, useIsBlocked } from '@/widgets/block-member';
import { ReportDialog } from '@/widgets/report-dialog';
import type { MemberCard } from './queries';

/** Menu of another member: report the profile, block the person. */
export function MemberMenu({ member, userId }: { member: MemberCard; userId: string }) {
  const [open, setOpen] = useState<'report' | 'block'>();
  const isBlocked = useIsBlocked(userId, member.user_id);
  const blocking = useBlocking(userId, member.user_id);
  const close = () => setOpen(undefined);
  return (
    <>
      <Menu
        groups={[
          [
            { label: 'Denunciar', icon: Flag, onSelect: () => setOpen('report') },
            isBlocked
              ? { label: 'Desbloquear', icon: CircleCheck, onSelect: () => blocking.mutate(false) }
              : { label: 'Bloquear', icon: Ban, onSelect: () => setOpen('block'), destructive: true },
          ],
        ]}
        trigger={
          <Button variant="ghost" size="icon" aria-label="Ações do perfil" className="ml-auto shrink-0">
            <Ellipsis aria-hidden="true" className="size-4.5" strokeWidth={1.8} />
          </Button>
        }
      />
      <ReportDialog open={open === 'report'} onClose={close} target={{ user_id: member.user_id }} what="este perfil" />
      {open === 'block' && <BlockDialog userId={userId} other={member.user_id} name={nameOf(member)} onClose={close} />}
    </>
  );
}
