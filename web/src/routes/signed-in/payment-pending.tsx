import { PaymentFrame } from '../payment-frame';

export default function Page() {
  return <PaymentFrame title="Pagamento pendente" waits={true} />;
}
