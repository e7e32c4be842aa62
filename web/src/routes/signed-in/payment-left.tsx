import '@/styles/signed-in.css';
import { AccountLayout } from '@/features/accounts/layout/layout';
import { PaymentLeft } from '@/features/membership/subscription/payment-left';
import { useThemedDocument } from '@/lib/theme';

export default function PaymentLeftRoute() {
  useThemedDocument();
  return (
    <AccountLayout
      title="Nada foi cobrado"
      description="A sua assinatura."
      lede="Você saiu da página de pagamento antes de concluir. O plano continua à sua espera."
    >
      <PaymentLeft />
    </AccountLayout>
  );
}
