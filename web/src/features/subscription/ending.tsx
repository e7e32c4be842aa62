import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { FAILURE_ADVICE, failureOf } from '@/lib/failure';
import { formatLongDate } from '@/lib/format';
import { FunctionFailed } from '@/lib/functions';
import { AlertDialog } from '@/ui/alert-dialog';
import { Button } from '@/ui/button';
import { toast } from '@/ui/toast';
import { endSubscription, forgetStanding, type Standing } from './queries';

/** What a refusal says, or what to do about a failure. */
export function adviceOf(error: unknown): string {
  if (error instanceof FunctionFailed && error.advice) return error.advice;
  return FAILURE_ADVICE[failureOf(error).kind];
}

/** No further months, asked once more; or further months after all. */
export function Ending({ subscription }: { subscription: NonNullable<Standing['subscription']> }) {
  const [asking, setAsking] = useState(false);
  const queryClient = useQueryClient();
  const ends = subscription.cancel_at_period_end;
  const change = useMutation({
    mutationFn: endSubscription,
    onSuccess: async (_, ending) => {
      await forgetStanding(queryClient);
      setAsking(false);
      toast(
        ending
          ? { title: 'Assinatura cancelada', description: 'Nada mais será cobrado.' }
          : { title: 'Assinatura mantida', description: 'Ela se renova no fim do período.' },
      );
    },
    onError: (error) => {
      console.error('the subscription could not be changed', error);
      setAsking(false);
      toast({ title: 'A assinatura não mudou', description: adviceOf(error), tone: 'destructive' });
    },
  });
  if (ends) {
    return (
      <Button
        variant="line"
        size="small"
        busy={change.isPending}
        busyLabel="Mantendo..."
        onClick={() => change.mutate(false)}
      >
        Manter assinatura
      </Button>
    );
  }
  const until = subscription.current_period_end;
  return (
    <>
      <Button variant="ghost" size="small" onClick={() => setAsking(true)}>
        Cancelar assinatura
      </Button>
      <AlertDialog
        open={asking}
        onOpenChange={setAsking}
        title="Cancelar a assinatura?"
        description={`Nada mais será cobrado. Seu acesso continua${until ? ` até ${formatLongDate(until)}` : ' até o fim do período pago'}, e você pode voltar atrás até lá.`}
        cancelLabel="Voltar"
        actionLabel="Cancelar assinatura"
        busy={change.isPending}
        busyLabel="Cancelando..."
        onAction={() => change.mutate(true)}
      />
    </>
  );
}
