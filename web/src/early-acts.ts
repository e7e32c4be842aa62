/**
 * What a visitor does on a page before the application has come to life on it: done again then, so that nothing typed or
 * pressed is lost, nor what the browser filled in. Links and most forms need no application and are left alone.
 */

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** Marks a form that the server does not answer by itself. */
const NEEDS_APPLICATION = 'data-needs-application';

export interface EarlyActs {
  /** From here on the application hears by itself what is done. */
  end(): void;
  /** Does everything again. */
  again(): void;
}

/** Watches the page. */
export function keepEarlyActs(page: HTMLElement): EarlyActs {
  const filled = new Map<Field, string>();
  let press: (() => void) | undefined;
  const onInput = ({ target }: Event) => {
    if (isField(target)) filled.set(target, target.value);
  };
  const onClick = ({ target }: Event) => {
    const button = target instanceof Element && target.closest<HTMLElement>('button[type="button"]');
    press = button ? () => button.click() : undefined;
  };
  const onSubmit = (event: SubmitEvent) => {
    const form = event.target;
    if (!(form instanceof HTMLFormElement && form.hasAttribute(NEEDS_APPLICATION))) return;
    event.preventDefault();
    press = () => form.requestSubmit();
  };
  page.addEventListener('click', onClick);
  page.addEventListener('submit', onSubmit);
  return {
    end() {
      page.removeEventListener('click', onClick);
      page.removeEventListener('submit', onSubmit);
      for (const field of page.querySelectorAll<Field>('input:not([type="file"]), textarea, select'))
        if (isChanged(field)) filled.set(field, field.value);
      // Somebody may go on typing until everything is done again.
      page.addEventListener('input', onInput);
    },
    again() {
      page.removeEventListener('input', onInput);
      for (const [field, value] of filled) changeAgain(field, value);
      press?.();
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
