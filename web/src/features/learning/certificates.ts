/** The member's certificates. */
import { queryOptions } from '@tanstack/react-query';
import { paths } from '@/app/pages';
import { getClient, type Selected, unwrap } from '@/lib/backend';
import { functionAnswer, functionFile } from '@/lib/functions';
import { withQuery } from '@/lib/query-string';
import { fillPath } from '@/lib/route-match';
import { saveFile } from '@/lib/save-file';

const COLUMNS =
  'id,code,kind,course_id,programme_id,title,holder_name,minutes,issued_at,expires_at,shows_name,shows_lessons,erased_with,revoked_at,revoked_reason';

export type Certificate = Selected<'certificates', typeof COLUMNS>;

/** Course or programme that a certificate is about. */
export type CertificateSubject = { course_id: string } | { programme_id: string };

export const certificatesKey = ['learning', 'certificates'] as const;

export const MAX_NAME_LENGTH = 120;

export function certificatesQuery(userId: string) {
  return queryOptions({
    queryKey: certificatesKey,
    queryFn: async ({ signal }): Promise<Certificate[]> => {
      const client = await getClient();
      const own = client.from('certificates').select(COLUMNS).eq('user_id', userId);
      return unwrap(await own.order('issued_at', { ascending: false }).limit(200).abortSignal(signal));
    },
  });
}

export const issueCertificate = (subject: CertificateSubject, name: string, showsName: boolean) =>
  functionAnswer('issue-certificate', { ...subject, holder_name: name, shows_name: showsName });

export const renameCertificate = (id: string, name: string) =>
  functionAnswer('reissue-certificate', { certificate_id: id, holder_name: name });

export const showCertificate = (
  id: string,
  choice: { shows_name?: boolean; shows_lessons?: boolean; is_kept?: boolean },
) => functionAnswer('show-certificate', { certificate_id: id, ...choice });

export type CertificateForm = 'pdf' | 'png' | 'jwt';

export async function downloadCertificate({ id, code }: Certificate, form: CertificateForm): Promise<void> {
  saveFile(await functionFile('certificate-file', { certificate_id: id, form }), `certificado-${code}.${form}`);
}

export const certificatePath = (code: string): string => fillPath(paths.certificate, { code });

/** The form of the professional network that adds the certificate to the member's profile. */
export function linkedInAddress(
  { title, code, issued_at: issued, expires_at: until }: Certificate,
  organization: string,
): string {
  const [year, month] = issued.split('-');
  const [lastYear, lastMonth] = until?.split('-') ?? [];
  return withQuery('https://www.linkedin.com/profile/add', {
    startTask: 'CERTIFICATION_NAME',
    name: title,
    organizationName: organization,
    issueYear: year,
    issueMonth: String(Number(month)),
    ...(lastYear && { expirationYear: lastYear, expirationMonth: String(Number(lastMonth)) }),
    certUrl: location.origin + certificatePath(code),
    certId: code,
  });
}
