/** The values of security settings in the stored form: digits, 'true' and 'false', or a word. */
import type { Functions } from '@/generated/functions';
import { settings } from '@/generated/settings';

export type SettingKey = keyof typeof settings;

/** Stored values by key; a missing one has its default. */
export type Written = ReadonlyMap<string, string>;

export function heldValue(written: Written, key: SettingKey): string {
  return written.get(key) ?? String(settings[key].default);
}

/** The words of a choice; undefined for the others. */
export function choicesOf(key: SettingKey): readonly string[] | undefined {
  const declared = settings[key];
  return 'choices' in declared ? declared.choices : undefined;
}

/** The inclusive limits of a number; undefined for the others. */
export function rangeOf(key: SettingKey): { least: number; most: number } | undefined {
  const declared = settings[key];
  return 'least' in declared ? { least: declared.least, most: declared.most } : undefined;
}

export function accepts(key: SettingKey, text: string): boolean {
  const range = rangeOf(key);
  const choices = choicesOf(key);
  if (choices) return choices.includes(text);
  if (!range) return text === 'true' || text === 'false';
  return /^\d+$/.test(text) && Number(text) >= range.least && Number(text) <= range.most;
}

type SettingFunction = (typeof settings)[SettingKey]['function'];

export interface Call {
  name: SettingFunction;
  body: Functions[SettingFunction]['request'];
}

export function callOf(keys: readonly [SettingKey, ...SettingKey[]], values: Written): Call {
  const typed = (key: SettingKey) => {
    const text = heldValue(values, key);
    if (choicesOf(key)) return text;
    return rangeOf(key) ? Number(text) : text === 'true';
  };
  return {
    name: settings[keys[0]].function,
    // Each parameter of the function, as the settings declare them.
    body: Object.fromEntries(keys.map((key) => [settings[key].parameter, typed(key)])) as Call['body'],
  };
}
