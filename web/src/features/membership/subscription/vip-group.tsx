import { functionAnswer } from '@/lib/functions';
import { Button } from '@/ui/button';
import { useAction } from '@/widgets/use-action';

/** The way into the VIP group, whose address the server gives at a press and the page does not hold. */
export function VipGroup() {
  const opening = useAction({
    run: () => functionAnswer('open-vip-group'),
    failure: 'Não foi possível abrir o grupo VIP.',
    onDone: ({ url }) => location.assign(url),
  });
  return (
    <section aria-labelledby="grupo-vip" className="border-t border-border-strong pt-4">
      <h2 id="grupo-vip" className="type-title-2">
        Grupo VIP
      </h2>
      <p className="mt-2 max-w-[56ch] text-base leading-normal text-foreground-2">
        O convite é pessoal e vale enquanto o seu plano incluir o grupo.
      </p>
      <Button
        variant="line"
        size="small"
        className="mt-5 max-sm:w-full"
        busy={opening.isPending}
        busyLabel="Abrindo..."
        onClick={() => opening.mutate()}
      >
        Abrir o grupo VIP no WhatsApp
      </Button>
    </section>
  );
}
