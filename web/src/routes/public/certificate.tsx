import { useQuery } from '@tanstack/react-query';
import type { PageProps, Visit } from '@/app/routes';
import { Head } from '@/entities/head';
import { CertificatePage, NoCertificate } from '@/features/certificates/certificate-page';
import { certificateQuery } from '@/features/certificates/queries';
import { PageState } from '@/ui/page-state';

async function prefetch({ params: { code = '' }, queryClient }: Visit) {
  const certificate = await queryClient.ensureQueryData(certificateQuery(code));
  return { status: certificate ? 200 : 404 };
}

function CertificateRoute({ params: { code = '' } }: PageProps) {
  const { data: certificate, isError, refetch } = useQuery(certificateQuery(code));
  if (certificate === undefined) return <PageState failed={isError} onRetry={refetch} />;
  return (
    <>
      <Head
        title={certificate ? `Certificado: ${certificate.title}` : 'Certificado não encontrado'}
        description="Confira se um certificado é válido e o que ele certifica."
      />
      {certificate ? <CertificatePage certificate={certificate} /> : <NoCertificate />}
    </>
  );
}

export default Object.assign(CertificateRoute, { prefetch });
