/** The fields of a form that edits a row, each said once: its rule, its value from the row, and what the row stores. */
import { z } from 'zod';
import { formatNumber } from './format';
import { instantText } from './local-time';

export interface FormField<Rule extends z.ZodType, Stored> {
  rule: Rule;
  /** The value of a row; the initial one where there is no row, or it has none. */
  read(stored: Stored | null | undefined): z.output<Rule>;
  /** The column's value. */
  write(value: z.output<Rule>): Stored;
}

/** Any field; what it reads and writes is known by its name only. */
interface AnyField {
  rule: z.ZodType;
  read(stored: never): unknown;
  write(value: never): unknown;
}

type Fields = Readonly<Record<string, AnyField>>;
type Rules<F extends Fields> = { [Name in keyof F]: F[Name]['rule'] };
/** The values of a form, as its controls hold them. */
export type ValuesOf<F extends Fields> = { [Name in keyof F]: z.output<F[Name]['rule']> };
type Stored<F extends Fields> = { [Name in keyof F]: ReturnType<F[Name]['write']> };
/** A row with some of the form's columns. */
type RowOf<F extends Fields> = { readonly [Name in keyof F]?: Stored<F>[Name] | null };

const mapped = (fields: Fields, value: (field: Fields[string], name: string) => unknown) =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, value(field, name)]));

/** A form by its fields: the schema of its values, the values of a row, and the columns of values. */
export function fields<F extends Fields>(all: F) {
  return {
    schema: z.object(mapped(all, ({ rule }) => rule) as Rules<F>),
    valuesOf: (row: RowOf<F> | undefined) => mapped(all, ({ read }, name) => read(row?.[name] as never)) as ValuesOf<F>,
    orNull: (values: ValuesOf<F>) => mapped(all, ({ write }, name) => write(values[name] as never)) as Stored<F>,
  };
}

export const tooLong = (most: number): string => `Use até ${formatNumber(most)} caracteres.`;

/** A text that may be empty; the column is null then. */
export const optional = (rule: z.ZodString = z.string()): FormField<z.ZodString, string | null> => ({
  rule,
  read: (stored) => stored ?? '',
  write: (value) => value || null,
});

/** A text that must be there. */
export const required = (rule: z.ZodString, missing: string): FormField<z.ZodString, string> => ({
  rule: rule.min(1, missing),
  read: (stored) => stored ?? '',
  write: (value) => value,
});

const limited = (most: number) => z.string().trim().max(most, tooLong(most));

/** A line of text; `missing` is said where it must not be empty. */
export function text(most: number): FormField<z.ZodString, string | null>;
export function text(most: number, missing: string): FormField<z.ZodString, string>;
export function text(most: number, missing?: string) {
  return missing === undefined ? optional(limited(most)) : required(limited(most), missing);
}

/** One of some words. */
export const choice = <const Words extends readonly [string, ...string[]]>(words: Words, initial: Words[number]) => {
  const rule = z.enum(words);
  return {
    rule,
    // Without a check: what the column holds is shown, and refused when it is saved.
    read: (stored: string | null | undefined) => (stored ?? initial) as Words[number],
    write: (value: Words[number]) => value,
  };
};

export const flag = (): FormField<z.ZodBoolean, boolean> => ({
  rule: z.boolean(),
  read: (stored) => stored ?? false,
  write: (value) => value,
});

export const list = (): FormField<z.ZodArray<z.ZodString>, string[]> => ({
  rule: z.array(z.string()),
  read: (stored) => stored ?? [],
  write: (value) => value,
});

/** A time, or none; `INCOMPLETE_TIME` while it is typed. */
export const instant = (rule: z.ZodString = z.string()): FormField<z.ZodString, string | null> => ({
  rule,
  read: instantText,
  write: (value) => value || null,
});
