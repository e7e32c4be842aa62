import { Component, type ReactNode } from 'react';
import { Head } from '@/entities/head';
import { ErrorNotice } from '@/ui/error-notice';

const failure = {
  title: 'Não foi possível mostrar esta página.',
  description: 'Confira a conexão e tente de novo. Se continuar, volte em alguns minutos.',
};

/** Keeps the rest of the site when a page fails to render or its code cannot be fetched. */
export class ErrorBoundary extends Component<
  {
    children: ReactNode;
    onFailed?: (() => void) | undefined;
  },
  { failed: boolean }
> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidCatch() {
    this.props.onFailed?.();
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return (
      <div className="wrap py-16">
        <Head title="Página com erro" description={failure.description} />
        <h1 className="sr-only">Página com erro</h1>
        <ErrorNotice {...failure} onRetry={() => location.reload()} />
      </div>
    );
  }
}
