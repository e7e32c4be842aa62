import { paths } from '@/app/pages';
import { Head } from '@/entities/head';
import { useSite } from '@/entities/site';
import { breadcrumbs } from '@/entities/structured-data';
import { OutsideReportPage } from '@/features/moderation/outside/outside-report-page';

export default function Page() {
  const site = useSite();
  return (
    <>
      <Head
        title="Denunciar algo da comunidade"
        description="Canal aberto a quem não é membro: denuncie um texto, uma imagem ou um perfil e receba um número de protocolo."
        canonicalPath={paths.outsideReport}
        structuredData={
          import.meta.env.SSR && [
            breadcrumbs(site, [
              { name: 'Contato', path: paths.contact },
              { name: 'Denúncia', path: paths.outsideReport },
            ]),
          ]
        }
      />
      <OutsideReportPage />
    </>
  );
}
