import { NotFound } from '@/features/not-found/not-found';
import { Head } from '@/lib/head';

export const prefetch = async () => ({ status: 404 });

export default function NotFoundRoute() {
  return (
    <>
      <Head title="Página não encontrada" description="O endereço que você abriu não existe neste site." />
      <NotFound />
    </>
  );
}
