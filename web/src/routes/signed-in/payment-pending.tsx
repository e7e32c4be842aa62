import { PaymentFrame } from '../payment-frame';

export default function Page() {
  return <PaymentFrame title="Boleto" waits={true} />;
}
