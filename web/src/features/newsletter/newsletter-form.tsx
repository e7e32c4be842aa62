import { type FormEvent, useState } from 'react';
import { Button } from '@/ui/button';
import { Field } from '@/ui/field';
import { Input } from '@/ui/input';
import { toast } from '@/ui/toast';
import { newsletterText } from './text';

const LOOKS_LIKE_EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** One address, one button. A blank value is ignored in silence; the field is cleared only when it worked. */
export function NewsletterForm() {
  const [email, setEmail] = useState('');
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);

  const onSubmit = async (event: FormEvent) => {
    event.preventDefault();
    const address = email.trim();
    if (!address) return;
    const valid = LOOKS_LIKE_EMAIL.test(address);
    setError(valid ? undefined : 'Confira o endereço: ele precisa ser como nome@empresa.com.br.');
    if (!valid) return;
    setBusy(true);
    try {
      // The data client is fetched only now: most visitors of most pages never need it.
      const { subscribe } = await import('./queries');
      const outcome = await subscribe(address);
      toast(newsletterText[outcome]);
      if (outcome === 'success') setEmail('');
    } catch (reason) {
      console.error('newsletter subscription failed', reason);
      toast(newsletterText.failure);
    } finally {
      setBusy(false);
    }
  };
  return (
    <form noValidate onSubmit={onSubmit} className="max-w-xl">
      <Field label="Seu e-mail" hint="Uma mensagem por semana, direto no seu e-mail." error={error}>
        {(control) => (
          <div className="flex gap-2 max-sm:flex-col">
            <Input
              {...control}
              type="email"
              name="email"
              required
              autoComplete="email"
              placeholder="nome@empresa.com.br"
              value={email}
              onChange={(event) => setEmail(event.target.value)}
              className="min-h-13 flex-1"
            />
            <Button type="submit" busy={busy} busyLabel="Cadastrando...">
              Assinar a carta
            </Button>
          </div>
        )}
      </Field>
    </form>
  );
}
