import '@/styles/signed-in.css';
import { Head } from '@/lib/head';

export default function AdminRoute() {
  return (
    <main id="conteudo" className="wrap py-16">
      <Head title="Painel Administrativo" description="Administração do site." />
      <h1 className="type-display-3">Painel Administrativo</h1>
    </main>
  );
}
