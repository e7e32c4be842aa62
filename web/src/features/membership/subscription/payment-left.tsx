import { paths } from '@/app/pages';
import { ButtonLink, TextLink } from '@/ui/link';

export function PaymentLeft() {
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3 max-sm:[&>a]:w-full">
        <ButtonLink href={paths.pricing}>Ver os planos</ButtonLink>
        <TextLink href={paths.contact} className="inline-flex min-h-11 items-center">
          Falar comigo
        </TextLink>
      </div>
      <p className="mt-8 type-meta">Você tem 7 dias para desistir, por lei, e 30 de garantia na primeira assinatura.</p>
    </>
  );
}
