import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { formatCurrency } from '@/lib/format';
import { AlertDialog } from '@/ui/alert-dialog';
import { Button } from '@/ui/button';
import { toast } from '@/ui/toast';
import { adviceOf } from './ending';
import { forgetStanding, type Refund, refundSubscription } from './queries';
import { describeRefund } from './words';

const OUTCOMES: Record<Refund['state'], { title: string; description: string }> = {
  open: { title: 'Nada mudou', description: 'Tente novamente em alguns instantes.' },
  waiting: {
    title: 'Pedido registrado',
    description: 'O serviço de pagamento não respondeu. A devolução segue assim que ele responder.',
  },
  done: { title: 'Devolução feita', description: 'A assinatura terminou. Enviei um e-mail com os detalhes.' },
  by_hand: { title: 'Assinatura encerrada', description: 'Faço a devolução pessoalmente e escrevo para você.' },
};

/** The seven days of the law and the thirty of the guarantee, asked once more; or what became of it. */
export function RefundSection({ refund }: { refund: Refund }) {
  const [asking, setAsking] = useState(false);
  const queryClient = useQueryClient();
  const ask = useMutation({
    mutationFn: refundSubscription,
    onSuccess: ({ state }) => toast(OUTCOMES[state]),
    onError: (error) => {
      console.error('the refund was refused', error);
      toast({ title: 'A devolução não foi feita', description: adviceOf(error), tone: 'destructive' });
    },
    onSettled: async () => {
      await forgetStanding(queryClient);
      setAsking(false);
    },
  });
  const isOpen = refund.state === 'open';
  return (
    <section aria-labelledby="devolucao" className="border-t border-border-strong pt-4">
      <h2 id="devolucao" className="type-title-2">
        {isOpen ? 'Desistir e receber de volta' : 'Devolução'}
      </h2>
      <p className="mt-3 max-w-[62ch] text-base leading-normal text-foreground-2">{describeRefund(refund)}</p>
      {(isOpen || refund.state === 'waiting') && (
        <Button
          variant="line"
          size="small"
          className="mt-5 max-sm:w-full"
          busy={!isOpen && ask.isPending}
          busyLabel="Tentando..."
          onClick={() => (isOpen ? setAsking(true) : ask.mutate())}
        >
          {isOpen ? 'Pedir devolução' : 'Tentar agora'}
        </Button>
      )}
      <AlertDialog
        open={asking}
        onOpenChange={setAsking}
        title="Encerrar e receber o valor de volta?"
        description={`${formatCurrency(refund.amount / 100)} voltam pelo mesmo meio de pagamento. A assinatura termina agora e a área de membros se fecha na hora. Isso não pode ser desfeito.`}
        cancelLabel="Voltar"
        actionLabel="Encerrar e devolver"
        busy={ask.isPending}
        busyLabel="Devolvendo..."
        onAction={() => ask.mutate()}
      />
    </section>
  );
}
