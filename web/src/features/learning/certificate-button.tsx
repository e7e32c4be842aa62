import { useQuery } from '@tanstack/react-query';
import { Award, Lock } from 'lucide-react';
import { useState } from 'react';
import { paths } from '@/app/pages';
import { useClosedPlan } from '@/entities/held';
import { nameOf, profilesQuery } from '@/entities/member';
import { Button } from '@/ui/button';
import { ButtonLink } from '@/ui/link';
import { Skeleton } from '@/ui/skeleton';
import { IssueDialog } from './certificate-dialog';
import { type CertificateSubject, certificatePath, certificatesQuery } from './certificates';

/** 'Emitir certificado' for what is finished, then 'Ver certificado'; the way to a plan with certificates where one is missing. */
export function CertificateButton({ subject, userId }: { subject: CertificateSubject; userId: string }) {
  const { data: certificates } = useQuery(certificatesQuery(userId));
  const { data: profiles } = useQuery(profilesQuery([userId]));
  const [issuing, setIssuing] = useState(false);
  const plan = useClosedPlan('certificates');
  if (!certificates) return <Skeleton className="h-13 w-44" />;
  const own = certificates.find((one) =>
    'course_id' in subject ? one.course_id === subject.course_id : one.programme_id === subject.programme_id,
  );
  if (own) {
    return (
      <ButtonLink href={certificatePath(own.code)} variant="line">
        <Award aria-hidden="true" className="size-4.5" strokeWidth={1.6} />
        Ver certificado
      </ButtonLink>
    );
  }
  if (plan) {
    return (
      <ButtonLink href={paths.membersSubscription} variant="line">
        <Lock aria-hidden="true" className="size-4.5" strokeWidth={1.6} />
        Certificado a partir do plano {plan.name}
      </ButtonLink>
    );
  }
  const profile = profiles?.get(userId);
  const name = profile ? nameOf(profile) : '';
  return (
    <>
      <Button variant="line" onClick={() => setIssuing(true)}>
        <Award aria-hidden="true" className="size-4.5" strokeWidth={1.6} />
        Emitir certificado
      </Button>
      <IssueDialog key={name} subject={subject} name={name} open={issuing} onClose={() => setIssuing(false)} />
    </>
  );
}
