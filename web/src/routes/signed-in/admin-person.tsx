import { paths } from '@/app/pages';
import type { PageProps } from '@/app/routes';
import { PersonPage } from '@/features/admin/accounts/person-page';
import { PersonCourses } from '@/features/admin/learning/person-courses';
import { PersonMembership } from '@/features/admin/membership/person-membership';
import { PersonMessages } from '@/features/leads/contact/person-messages';
import { AdminFrame } from '../admin-frame';

export default function Page({ params: { id = '' } }: PageProps) {
  return (
    <AdminFrame title="Pessoa" path={paths.adminPeople}>
      <PersonPage
        id={id}
        membership={<PersonMembership id={id} />}
        courses={<PersonCourses id={id} />}
        messagesFrom={(email) => <PersonMessages email={email} />}
      />
    </AdminFrame>
  );
}
