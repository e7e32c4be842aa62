import { type ComponentType, type ReactNode, useState } from 'react';
import { type AuthProblem, authProblem, authRefusal, codeRefusal } from '@/entities/auth-refusal';
import { sentenceOf } from '@/lib/errors';
import { Button } from '@/ui/button';
import { type ToastMessage, toast } from '@/ui/toast';

export interface SettingsSectionProps {
  id: string;
  title: string;
  about: string;
  children: ReactNode;
}

export function SettingsSection({ id, title, about, children }: SettingsSectionProps) {
  return (
    <section
      id={id}
      tabIndex={-1}
      aria-labelledby={`${id}-titulo`}
      className="scroll-mt-28 border-t border-border-strong pt-6 pb-12 focus:outline-none"
    >
      <h2 id={`${id}-titulo`} className="type-title-1">
        {title}
      </h2>
      <p className="mt-1 max-w-[60ch] type-ui text-muted-foreground">{about}</p>
      <div className="mt-4">{children}</div>
    </section>
  );
}

export interface SettingProps {
  title: string;
  about: ReactNode;
  action?: ReactNode;
  children?: ReactNode;
}

export function Setting({ title, about, action, children }: SettingProps) {
  return (
    <div className="border-b border-border py-5 type-ui">
      <div className="grid items-start gap-x-(--gutter) gap-y-3 md:grid-cols-[minmax(0,1fr)_auto]">
        <div className="min-w-0">
          <h3 className="font-label">{title}</h3>
          <div className="mt-0.5 text-muted-foreground wrap-anywhere">{about}</div>
        </div>
        {action && <div className="flex flex-wrap gap-2 max-sm:[&>:is(a,button)]:w-full">{action}</div>}
      </div>
      {children && <div className="mt-5 max-w-120 empty:hidden">{children}</div>}
    </div>
  );
}

export interface OpenedSettingProps extends Pick<SettingProps, 'title' | 'about'> {
  label: string;
  Form: ComponentType<{ onClose: () => void }>;
}

/** A setting whose button opens a form below it. */
export function OpenedSetting({ title, about, label, Form }: OpenedSettingProps) {
  const [open, setOpen] = useState(false);
  return (
    <Setting
      title={title}
      about={about}
      action={
        !open && (
          <Button variant="line" size="small" onClick={() => setOpen(true)}>
            {label}
          </Button>
        )
      }
    >
      {open && <Form onClose={() => setOpen(false)} />}
    </Setting>
  );
}

export function focusWhenShown(field: HTMLElement | null): void {
  field?.focus({ preventScroll: true });
}

export const twoFactor = {
  title: 'Verificação em duas etapas',
  active: '2FA Ativo',
  protected: 'Sua conta está protegida',
  loginNeeded: 'Você precisa estar logado para usar 2FA.',
  phoneInvalid: 'Digite um número de telefone válido com DDI (ex: +5511999999999).',
  sessionExpired: 'Sessão expirada. Faça login novamente.',
  sendFailed: 'Erro ao enviar código de verificação.',
  codeMissing: 'Digite o código de 6 dígitos recebido por SMS.',
  codeInvalid: 'Código inválido ou expirado.',
  codeSent: 'Código enviado!',
  configured: '2FA configurado com sucesso.',
} as const;

/** The service's codes for a wrong or expired code. */
const WRONG_CODES = new Set<AuthProblem['code']>(['mfa_verification_failed', 'mfa_challenge_expired']);

export function setupRefusal(error: unknown): string {
  return WRONG_CODES.has(authProblem(error).code) ? twoFactor.codeInvalid : codeRefusal(error);
}

export function done(title: string, description?: string): ToastMessage {
  return { title, tone: 'success', ...(description === undefined ? {} : { description }) };
}

export function failed(title: string, description?: string): ToastMessage {
  return { title, tone: 'destructive', ...(description === undefined ? {} : { description }) };
}

/** The person closed the dialog that asks for proof. */
export class NotProved extends Error {}

/** Shows a failed action. Shows no message if the person closed the dialog. */
export function showFailure(title: string, error: unknown): void {
  if (error instanceof NotProved) return;
  console.error(title, error);
  toast(failed(title, sentenceOf(error) ?? authRefusal(error)));
}

export interface SettingFormProps {
  /** Called with valid and invalid input alike; the caller validates. */
  onSubmit: () => void;
  label: string;
  busyLabel: string;
  busy: boolean;
  onClose: () => void;
  destructive?: boolean;
  cancelLabel?: string;
  children: ReactNode;
}

export function SettingForm({
  onSubmit,
  label,
  busyLabel,
  busy,
  onClose,
  destructive = false,
  cancelLabel = 'Cancelar',
  children,
}: SettingFormProps) {
  return (
    <form
      method="post"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
      className="grid gap-4"
    >
      {children}
      <div className="flex flex-wrap gap-2 max-sm:*:w-full">
        <Button variant="ghost" size="small" disabled={busy} onClick={onClose}>
          {cancelLabel}
        </Button>
        <Button
          type="submit"
          variant={destructive ? 'destructive' : 'primary'}
          size="small"
          busy={busy}
          busyLabel={busyLabel}
        >
          {label}
        </Button>
      </div>
    </form>
  );
}
