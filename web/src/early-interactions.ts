/**
 * Records input and clicks on a page before hydration and repeats them afterwards, including what the browser filled
 * in. Links and most forms work without the application and are left alone.
 */

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** Marks a form that the server does not handle by itself. */
const NEEDS_APPLICATION = 'data-needs-application';

export interface EarlyInteractions {
  /** Hydration begins: stores the fields' values, and keeps clicks until {@link again}. */
  end(): void;
  /** Repeats the input and clicks; from here on the application handles them. */
  again(): void;
  /** The application failed to load: stops recording. */
  giveUp(): void;
}

export function recordEarlyInteractions(page: HTMLElement): EarlyInteractions {
  const filled = new Map<Field, string>();
  let press: (() => void) | undefined;
  const onInput = ({ target }: Event) => {
    if (isField(target)) filled.set(target, target.value);
  };
  const onClick = (event: Event) => {
    const button = event.target instanceof Element && event.target.closest<HTMLElement>('button[type="button"]');
    press = button ? () => button.click() : undefined;
    // React may listen already without knowing the earlier input: it gets the click afterwards, once.
    if (button) event.stopImmediatePropagation();
  };
  const onSubmit = (event: SubmitEvent) => {
    const form = event.target;
    if (!(form instanceof HTMLFormElement && form.hasAttribute(NEEDS_APPLICATION))) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    press = () => form.requestSubmit();
  };
  const letPressesThrough = () => {
    page.removeEventListener('click', onClick);
    page.removeEventListener('submit', onSubmit);
  };
  page.addEventListener('click', onClick);
  page.addEventListener('submit', onSubmit);
  return {
    end() {
      for (const field of page.querySelectorAll<Field>('input:not([type="file"]), textarea, select'))
        if (isChanged(field)) filled.set(field, field.value);
      // Typing may continue until everything is repeated.
      page.addEventListener('input', onInput);
    },
    again() {
      letPressesThrough();
      page.removeEventListener('input', onInput);
      for (const [field, value] of filled) changeAgain(field, value);
      press?.();
    },
    giveUp() {
      letPressesThrough();
      page.removeEventListener('input', onInput);
    },
  };
}

function isField(target: EventTarget | null): target is Field {
  return (
    target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement
  );
}

/** Returns `true` if the field differs from what the server rendered. */
function isChanged(field: Field) {
  if (field instanceof HTMLSelectElement) {
    const options = [...field.options];
    return field.selectedOptions[0] !== (options.find((option) => option.defaultSelected) ?? options[0]);
  }
  return field.value !== field.defaultValue || ('checked' in field && field.checked !== field.defaultChecked);
}

/**
 * React reports a change only where a field differs from the value React last set. It tracks values set on the field
 * itself, not those set by the prototype's setter.
 */
function changeAgain(field: Field, value: string) {
  if (field instanceof HTMLInputElement && /^(checkbox|radio)$/.test(field.type)) {
    field.checked = !field.checked;
    field.click();
    return;
  }
  field.value = '';
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value);
  const name = field instanceof HTMLSelectElement ? 'change' : 'input';
  field.dispatchEvent(new Event(name, { bubbles: true }));
}
