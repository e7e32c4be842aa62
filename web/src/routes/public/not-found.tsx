import { Head } from '@/entities/head';
import { NotFound } from '@/features/not-found/not-found';

const prefetch = async () => ({ status: 404 });

function NotFoundRoute() {
  return (
    <>
      <Head title="Página não encontrada" description="O endereço que você abriu não existe neste site." />
      <NotFound />
    </>
  );
}

export default Object.assign(NotFoundRoute, { prefetch });
