/** The requests of drafts and earlier versions. */
import { queryOptions } from '@tanstack/react-query';
import { ask, getClient, type Selected, unwrap } from '@/lib/backend';
import type { FormValues } from '../form/model';
import { ChangedMeanwhile } from '../queries';
import type { DraftAnswer } from './draft-saver';
import { type Base, dropCopy } from './local-copy';

export async function sendDraft(id: string, fields: FormValues, base: Base): Promise<DraftAnswer> {
  const client = await getClient();
  const { version, contentVersion: content_version } = base;
  return unwrap(await client.rpc('save_content_draft', { content_id: id, fields, version, content_version }));
}

/** Removes a draft, unless somebody has written on it meanwhile. */
export const removeDraft = (id: string, version: number) =>
  ask((client) => client.from('content_drafts').delete().eq('content_id', id).eq('version', version));

/** Discards a content that was not created yet. Fails where somebody has written on it meanwhile. */
export async function discardUnfinished(id: string, version: number): Promise<void> {
  const client = await getClient();
  const removed = client.from('content_drafts').delete().eq('content_id', id).eq('version', version);
  if (unwrap(await removed.select('content_id')).length === 0) throw new ChangedMeanwhile();
  dropCopy(id);
}

const MAX_DRAFTS = 500;

/** The earlier versions of a content without their texts, the newest first. */
export function revisionsQuery(id: string) {
  return queryOptions({
    queryKey: ['contents', 'admin', 'revisions', id],
    queryFn: async ({ signal }) => {
      const client = await getClient();
      const revisions = client.from('content_revisions').select('id,kind,words,author_id,created_at,changed_at');
      const newest = revisions.eq('content_id', id).order('created_at', { ascending: false }).order('id');
      return unwrap(await newest.limit(MAX_DRAFTS).abortSignal(signal));
    },
    staleTime: 0,
  });
}

export function revisionQuery(id: string) {
  return queryOptions({
    queryKey: ['contents', 'admin', 'revision', id],
    queryFn: async ({ signal }) => {
      const client = await getClient();
      const revision = client.from('content_revisions').select('fields').eq('id', id).abortSignal(signal);
      return unwrap(await revision.single()) as Selected<'content_revisions', 'fields'>;
    },
  });
}

export async function restoreRevision(revision: string, base: Base): Promise<DraftAnswer> {
  const client = await getClient();
  const { version, contentVersion: content_version } = base;
  return unwrap(await client.rpc('restore_content_revision', { revision_id: revision, version, content_version }));
}
