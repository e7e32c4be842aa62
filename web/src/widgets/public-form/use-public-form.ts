/** The state of a public form: input, problems, notice, and sending it by script. */
import { type FormEvent, use, useEffect, useRef, useState } from 'react';
import { dropDraft, keepDraft, readDraft } from '@/lib/draft';
import { useLocation } from '@/lib/router';
import { type PublicForm, RECEIPT_PARAMETER, SENT_PARAMETER, TRAP_FIELD, type Values } from './definition';
import type { Notice, Problems } from './outcome';
import { type Posted, PostedContext } from './posted';

/** Machines fill a form at once. The remaining wait is not noticed by people whose browser fills it. */
const MIN_MS = 1500;

/** The result of a plain post of this form, where the page answers it. */
export function usePosted(form: string): Posted | undefined {
  const { pathname } = useLocation();
  const posted = use(PostedContext);
  return posted?.form === form && posted.path === pathname ? posted : undefined;
}

function useStart<Field extends string>(form: PublicForm<Field>, given: Partial<Values<Field>>) {
  const { pathname, search } = useLocation();
  const mine = usePosted(form.name);
  const params = new URLSearchParams(search);
  const sent = !mine && params.get(SENT_PARAMETER) === form.name;
  const empty = Object.fromEntries(form.fields.map((field) => [field, given[field] ?? ''])) as Values<Field>;
  return {
    empty,
    values: { ...empty, ...mine?.values },
    problems: (mine?.problems ?? {}) as Problems<Field>,
    notice: sent ? form.success : mine?.notice,
    sent,
    receipt: sent ? params.get(RECEIPT_PARAMETER) : null,
    answered: sent || mine !== undefined,
    action: `${pathname}#${form.name}`,
  };
}

/** The attributes that tie a field to its form. */
export interface Bound {
  name: string;
  value: string;
  error: string | undefined;
  onChange: (event: { target: { value: string } }) => void;
}

/** The fields of this form among those stored. */
function ownFields<Field extends string>(form: PublicForm<Field>, kept: Record<string, unknown>) {
  const known = form.fields.flatMap((field) => {
    const value = kept[field];
    return typeof value === 'string' ? [[field, value] as const] : [];
  });
  return Object.fromEntries(known) as Partial<Values<Field>>;
}

/**
 * Keeps the input when sending fails and clears it after a success. `announce` shows the result; without script, the page
 * that answers the post does. `given` are values nobody types.
 */
export function usePublicForm<Field extends string>(
  form: PublicForm<Field>,
  announce: (notice: Notice) => void,
  given: Partial<Values<Field>> = {},
) {
  const start = useStart(form, given);
  const [values, setValues] = useState(start.values);
  const [problems, setProblems] = useState(start.problems);
  const [notice, setNotice] = useState(start.notice);
  const [sent, setSent] = useState(start.sent);
  const [receipt, setReceipt] = useState(start.receipt);
  const [busy, setBusy] = useState(false);
  const sending = useRef(false);
  const shownAt = useRef(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page is taken over
  useEffect(() => {
    shownAt.current = performance.now();
    if (start.sent) dropDraft(form.name);
    const kept = start.answered ? {} : ownFields(form, readDraft(form.name));
    if (Object.keys(kept).length) setValues({ ...values, ...kept });
  }, []);

  const change = (field: Field, value: string) => {
    const next = { ...values, [field]: value };
    setValues(next);
    keepDraft(form.name, next);
    form.prepare();
    // A corrected field shows no problem until the next submit.
    if (problems[field]) setProblems({ ...problems, [field]: undefined });
  };

  const send = async (element: HTMLFormElement) => {
    const trap = String(new FormData(element).get(TRAP_FIELD) ?? '');
    setNotice(undefined);
    setBusy(true);
    await new Promise((resolve) => setTimeout(resolve, shownAt.current + MIN_MS - performance.now()));
    const outcome = await form.submit(values, trap);
    if (outcome.kind === 'refused' && outcome.codeMissing && navigator.onLine) {
      // After a new deployment or a failed connection the page sends the form as without script.
      element.submit();
      return;
    }
    setBusy(false);
    setProblems(outcome.kind === 'problems' ? outcome.problems : {});
    if (outcome.kind === 'sent') {
      setValues(start.empty);
      dropDraft(form.name);
      setSent(true);
      setReceipt(outcome.receipt ?? null);
      announce(form.success);
    } else if (outcome.kind === 'refused') {
      announce(outcome.notice);
    } else {
      // A blank form is ignored, but for the focus.
      const [first] = outcome.kind === 'problems' ? Object.keys(outcome.problems) : form.fields;
      element.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
    }
  };

  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    // Two presses before the button is disabled.
    if (sending.current) return;
    sending.current = true;
    try {
      await send(event.currentTarget);
    } finally {
      sending.current = false;
    }
  };

  return {
    name: form.name,
    values,
    problems,
    notice,
    /** Sent by script, or by the post this page answers. */
    sent,
    /** The number under which it was stored, where the form has one. */
    receipt,
    busy,
    bind: (field: Field): Bound => ({
      name: field,
      value: values[field],
      error: problems[field],
      onChange: (event) => change(field, event.target.value),
    }),
    /** The attributes for sending it without script and with it. */
    element: { id: form.name, method: 'post', action: start.action, noValidate: true, onSubmit } as const,
  };
}

export type PublicFormState = Pick<ReturnType<typeof usePublicForm>, 'name' | 'notice' | 'element'>;
