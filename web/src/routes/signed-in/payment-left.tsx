import '@/styles/signed-in.css';
import { Door } from '@/features/auth/door/door';
import { PaymentLeft } from '@/features/subscription/payment-left';
import { useThemedDocument } from '@/lib/theme';

export default function PaymentLeftRoute() {
  useThemedDocument();
  return (
    <Door
      title="Nada foi cobrado"
      description="A sua assinatura."
      lede="Você saiu da página de pagamento antes de concluir. O plano continua à sua espera."
    >
      <PaymentLeft />
    </Door>
  );
}
