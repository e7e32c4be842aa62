/**
 * What a visitor does on a page before the application has come to life on it: done again then, so that nothing typed or
 * pressed is lost, nor what the browser filled in. Links and most forms need no application and are left alone.
 */

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** Marks a form that the server does not answer by itself. */
const NEEDS_APPLICATION = 'data-needs-application';

export interface EarlyInteractions {
  /** React takes the page over from here on: what fields hold now is stored, presses are kept until {@link again}. */
  end(): void;
  /** Does everything again; from here on the application answers by itself. */
  again(): void;
  /** The application does not come: nothing is kept any more. */
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
    // React may listen already, yet not know what was typed before: it gets the press afterwards, once.
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
      // Somebody may go on typing until everything is done again.
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

/** Whether the field holds something else than the server wrote into it. */
function isChanged(field: Field) {
  if (field instanceof HTMLSelectElement) {
    const options = [...field.options];
    return field.selectedOptions[0] !== (options.find((option) => option.defaultSelected) ?? options[0]);
  }
  return field.value !== field.defaultValue || ('checked' in field && field.checked !== field.defaultChecked);
}

/**
 * React tells of a change only where a field differs from what React last saw in it. What is set on the field itself it
 * sees, what is set by the setter all fields share it does not.
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
