interface Attributes {
  label: string;
  note: string;
  invalid: true | undefined;
  list: string;
  option: string | undefined;
}

/** Attributes of the text for assistive technology. */
export function editorAttributes({ label, note, invalid, list, option }: Attributes): Record<string, string> {
  return {
    role: 'textbox',
    'aria-multiline': 'true',
    'aria-label': label,
    'aria-describedby': note,
    'aria-autocomplete': 'list',
    ...(invalid && { 'aria-invalid': 'true' }),
    ...(option && { 'aria-controls': list, 'aria-activedescendant': option }),
    class: 'editor-text',
    lang: 'pt-BR',
  };
}
