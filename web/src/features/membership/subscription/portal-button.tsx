import { ArrowUpRight } from 'lucide-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { functionAnswer, openPaymentPage } from '@/lib/functions';
import { useSearchParams } from '@/lib/router';
import { Button } from '@/ui/button';
import { toast } from '@/ui/toast';

export function PortalButton() {
  const [search] = useSearchParams();
  const [busy, setBusy] = useState(false);
  const open = useCallback(async () => {
    setBusy(true);
    try {
      const { url } = await functionAnswer('customer-portal');
      if (openPaymentPage(url)) return;
    } catch (error) {
      console.error('the portal could not be opened', error);
    }
    setBusy(false);
    toast({
      title: 'Erro no portal',
      description: 'Não foi possível abrir o portal de gerenciamento.',
      tone: 'destructive',
    });
  }, []);
  const asked = useRef(search.get('portal') === '1');
  useEffect(() => {
    if (!asked.current) return;
    asked.current = false;
    // The browser's back button returns to this address.
    history.replaceState(history.state, '', location.pathname);
    void open();
  }, [open]);
  return (
    <Button variant="line" size="small" busy={busy} onClick={() => void open()}>
      Gerenciar assinatura
      <ArrowUpRight aria-hidden="true" className="size-4" strokeWidth={1.6} />
    </Button>
  );
}
