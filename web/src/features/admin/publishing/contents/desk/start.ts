/** Starting values of a form: the saved content, its draft on the server, and the copy in this browser. */
import { type FormValues, formText, initialValues, withFields } from '../form/model';
import type { Content, Draft } from '../queries';
import type { Base, LocalCopy } from './local-copy';

export interface Start {
  values: FormValues;
  /** Values that the server has. */
  saved: FormValues;
  base: Base;
  /** Time at which the recovered words were written. */
  recoveredAt: number | undefined;
  /** Time at which the draft that the form starts with was saved. */
  savedAt: string | undefined;
  /** The reading time of the saved text. */
  counted: string | null;
  /** Other words than those in the form. */
  clash: { fields: FormValues; authorId: string | null; at: string | null } | undefined;
}

export function startOf(content: Content | undefined, draft: Draft | undefined, copy: LocalCopy | undefined): Start {
  const published = initialValues(content);
  const drafted = draft ? withFields(draft.fields, published) : published;
  const base = { version: draft?.version ?? 0, contentVersion: content?.version ?? 0 };
  const start: Start = {
    values: drafted,
    saved: drafted,
    base,
    recoveredAt: undefined,
    savedAt: undefined,
    counted: (draft ?? content)?.counted_read_time ?? null,
    clash: undefined,
  };
  const isUnsaved = draft !== undefined && formText(drafted) !== formText(published);
  if (copy && formText(copy.values) !== formText(drafted)) {
    start.values = copy.values;
    start.recoveredAt = copy.at;
    const isOtherDraft = copy.version !== base.version;
    if (isOtherDraft || copy.contentVersion !== base.contentVersion) {
      const change = draft && isOtherDraft ? { authorId: draft.author_id, at: draft.saved_at } : changeOf(content);
      start.clash = { fields: drafted, ...change };
    }
  } else if (isUnsaved) {
    start.recoveredAt = Date.parse(draft.saved_at);
    start.savedAt = draft.saved_at;
    if (draft.content_version !== base.contentVersion) {
      start.clash = { fields: published, ...changeOf(content) };
    }
  }
  return start;
}

/** The last change of the saved content. */
const changeOf = (content: Content | undefined) => ({
  authorId: content?.changed_by ?? null,
  at: content?.updated_at ?? null,
});
