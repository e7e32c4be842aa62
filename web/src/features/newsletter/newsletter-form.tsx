import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Button } from '@/ui/button';
import { Field } from '@/ui/field';
import { Input } from '@/ui/input';
import { toast } from '@/ui/toast';
import { subscribe } from './queries';
import { newsletterText } from './text';

const LOOKS_LIKE_EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** One address, one button. A blank value is ignored in silence; the field is cleared only when it worked. */
export function NewsletterForm() {
  const [email, setEmail] = useState('');
  const [error, setError] = useState<string>();
  const { mutate, isPending } = useMutation({
    mutationFn: subscribe,
    onSuccess: (outcome) => {
      if (outcome === 'duplicate') return toast(newsletterText.duplicate);
      toast(newsletterText.success);
      setEmail('');
    },
    onError: (reason) => {
      console.error('newsletter subscription failed', reason);
      toast(newsletterText.failure);
    },
  });

  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    const address = email.trim();
    if (!address) return;
    const valid = LOOKS_LIKE_EMAIL.test(address);
    setError(valid ? undefined : 'Confira o endereço: ele precisa ser como nome@empresa.com.br.');
    if (valid) mutate(address);
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
            <Button type="submit" busy={isPending} busyLabel="Cadastrando...">
              Assinar a carta
            </Button>
          </div>
        )}
      </Field>
    </form>
  );
}
