import { Component, type ReactNode } from 'react';
import { ErrorNotice } from '@/ui/error-notice';

/** A page that breaks, or whose code cannot be fetched after a new version, leaves the rest of the site standing. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return (
      <div className="wrap py-16">
        <h1 className="sr-only">Página com erro</h1>
        <ErrorNotice
          title="Não foi possível mostrar esta página."
          description="Confira a conexão e tente de novo. Se continuar, volte em alguns minutos."
          onRetry={() => location.reload()}
        />
      </div>
    );
  }
}
