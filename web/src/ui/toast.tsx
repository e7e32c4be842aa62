import { CircleAlert, CircleCheck, Info, X } from 'lucide-react';
import { useCallback, useEffect, useRef, useSyncExternalStore } from 'react';
import { cx } from '@/lib/cx';

export type ToastTone = 'default' | 'success' | 'destructive';

export interface ToastMessage {
  title: string;
  description?: string;
  tone?: ToastTone;
  /** A button, which also closes the message. */
  action?: { label: string; run: () => void };
}

interface ShownToast extends ToastMessage {
  id: number;
  /** Seen on the page that was opened after it appeared. */
  isCarried: boolean;
}

/** Success and information disappear after this long; failures stay until they are closed. */
const VISIBLE_MS = 6000;
const MAX_AT_ONCE = 3;

const NONE: readonly ShownToast[] = [];
let shown: readonly ShownToast[] = NONE;
let lastId = 0;
const listeners = new Set<() => void>();

function show(next: readonly ShownToast[]) {
  shown = next;
  for (const listener of listeners) listener();
}

/** Shows a short message. `<Toaster>` renders it. */
export function toast(message: ToastMessage): void {
  lastId += 1;
  // A failure stays until it is closed or the next message appears.
  const others = shown.filter((earlier) => earlier.tone !== 'destructive');
  show([...others, { ...message, id: lastId, isCarried: false }].slice(-MAX_AT_ONCE));
}

/** Closes earlier failures after a success without a message of its own. */
export function dismissFailures(): void {
  show(shown.filter((message) => message.tone !== 'destructive'));
}

/** Another page was opened: a message stays for one page more, because many appear just before their page is left. */
export function carryToasts(): void {
  if (shown.length > 0) show(shown.filter(({ isCarried }) => !isCarried).map((each) => ({ ...each, isCarried: true })));
}

function dismiss(id: number) {
  show(shown.filter((message) => message.id !== id));
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/** Shows the toasts: once, at the root of the application. */
export function Toaster() {
  const messages = useSyncExternalStore(
    subscribe,
    () => shown,
    () => NONE,
  );
  return (
    <section
      aria-label="Avisos"
      data-toaster=""
      className="pointer-events-none fixed inset-x-4 top-4 z-70 grid justify-items-end gap-3 md:top-auto md:right-5 md:bottom-20 md:left-auto md:w-96"
    >
      {messages.map((message) => (
        <Toast key={message.id} {...message} />
      ))}
    </section>
  );
}

const LOOK: Record<ToastTone, { icon: typeof Info; edge: string; ink: string }> = {
  default: { icon: Info, edge: 'border-l-foreground', ink: '' },
  success: { icon: CircleCheck, edge: 'border-l-success', ink: 'text-success' },
  destructive: { icon: CircleAlert, edge: 'border-l-destructive', ink: 'text-destructive' },
};

function Toast({ id, title, description, tone = 'default', action }: ShownToast) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const { icon: Icon, edge, ink } = LOOK[tone];

  const hold = useCallback(() => clearTimeout(timer.current), []);
  const letGo = useCallback(() => {
    if (tone !== 'destructive') timer.current = setTimeout(() => dismiss(id), VISIBLE_MS);
  }, [id, tone]);

  useEffect(() => {
    letGo();
    return hold;
  }, [hold, letGo]);

  return (
    <div
      role={tone === 'destructive' ? 'alert' : 'status'}
      onPointerEnter={hold}
      onPointerLeave={letGo}
      className={cx(
        'pointer-events-auto grid w-full grid-cols-[auto_1fr_auto] items-start gap-x-3.5 rounded-lg border border-l-3 border-border bg-popover py-3.5 pr-2 pl-4 text-ui leading-snug text-foreground shadow-pop enter-rise',
        edge,
      )}
    >
      <Icon aria-hidden="true" className={cx('mt-0.5 size-4.5', ink)} strokeWidth={1.6} />
      <div>
        <p className="font-label">{title}</p>
        {description && <p className="mt-0.5 text-small text-muted-foreground">{description}</p>}
        {action && (
          <button
            type="button"
            onClick={() => {
              dismiss(id);
              action.run();
            }}
            className="min-h-11 font-label underline decoration-north underline-offset-4"
          >
            {action.label}
          </button>
        )}
      </div>
      <button
        type="button"
        aria-label="Fechar aviso"
        onClick={() => dismiss(id)}
        className="-mt-2.5 grid size-11 place-items-center rounded-md text-muted-foreground hover:text-foreground lg:-mt-1 lg:size-8"
      >
        <X aria-hidden="true" className="size-4" strokeWidth={1.6} />
      </button>
    </div>
  );
}
