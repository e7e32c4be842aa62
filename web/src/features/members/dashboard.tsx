import type { ReactNode } from 'react';
import { AccessStrip } from './access-strip';
import { Benefits } from './benefits';
import { CoursesCard } from './courses-card';
import type { MemberAccess } from './gate';
import { Greeting } from './greeting';
import { QuickAccess, shortcuts } from './quick-access';
import { RecentActivity } from './recent-activity';

export interface DashboardProps {
  access: MemberAccess;
  /** What was begun and is to be gone on with, where there is such a thing. */
  begun: ReactNode;
}

/** The first page of the members' area. */
export function Dashboard({ access, begun }: DashboardProps) {
  const { user, isAdmin } = access;
  const benefits = <Benefits isAdmin={isAdmin} />;
  return (
    <>
      <Greeting user={user} />
      <AccessStrip access={access} />
      <div className="mt-[clamp(1.75rem,3vw,2.75rem)] grid gap-[clamp(1.75rem,3vw,3rem)] lg:grid-cols-[minmax(0,8fr)_minmax(0,4fr)]">
        <div className="grid content-start gap-[clamp(1.75rem,3vw,2.75rem)]">
          {begun}
          <CoursesCard email={user.email ?? ''} />
          {/* The wide column is never left half empty. */}
          {shortcuts.length > 0 ? <QuickAccess /> : benefits}
        </div>
        <div className="grid content-start gap-[clamp(1.75rem,3vw,2.75rem)]">
          <RecentActivity userId={user.id} />
          {shortcuts.length > 0 && benefits}
        </div>
      </div>
    </>
  );
}
