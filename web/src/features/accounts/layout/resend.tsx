import { useEffect, useState } from 'react';
import { authRefusal, secondsToWait } from '@/entities/auth-refusal';
import { Button } from '@/ui/button';
import { dismissFailures, type ToastMessage, toast } from '@/ui/toast';

export interface ResendProps {
  label: string;
  from: number;
  /** Throws what was refused. */
  onSend: () => Promise<void>;
  onWait: (from: number) => void;
  sent: ToastMessage;
}

/** A button that sends once more, with a countdown until the service accepts it. */
export function Resend({ label, from, onSend, onWait, sent }: ResendProps) {
  const [now, setNow] = useState(Date.now);
  const [busy, setBusy] = useState(false);
  const left = Math.max(0, Math.ceil((from - now) / 1000));
  const waiting = left > 0;

  useEffect(() => {
    setNow(Date.now());
    if (!waiting) return;
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [waiting]);

  const send = async () => {
    setBusy(true);
    try {
      await onSend();
      dismissFailures();
      toast(sent);
    } catch (error) {
      const wait = secondsToWait(error);
      if (wait !== undefined) onWait(Date.now() + wait * 1000);
      toast({ title: 'Ainda não foi enviado', description: authRefusal(error), tone: 'destructive' });
    } finally {
      setNow(Date.now());
      setBusy(false);
    }
  };

  return (
    <Button variant="line" size="small" disabled={waiting} busy={busy} onClick={send} className="tabular-nums">
      {waiting ? `${label} em ${left} s` : label}
    </Button>
  );
}
