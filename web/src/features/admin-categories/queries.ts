/** The categories, and every change the panel makes to them. */
import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { getClient, type Row, unwrap } from '@/lib/backend';

export type Category = Row<'categories'>;

export const categoriesQuery = queryOptions({
  queryKey: ['categories', 'admin'],
  queryFn: async ({ signal }): Promise<Category[]> => {
    const client = await getClient();
    return unwrap(await client.from('categories').select('*').order('name').abortSignal(signal));
  },
});

/** A category's name stands beside every content, so both are read again, here and on the public pages. */
async function refresh(queryClient: QueryClient): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: ['categories'] }),
    queryClient.invalidateQueries({ queryKey: ['contents'] }),
  ]);
}

export interface CategoryFields {
  name: string;
  description: string | null;
}

/** Creates, or updates when there is a category already. */
export function useSaveCategory(existing: Category | undefined) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (fields: CategoryFields) => {
      const client = await getClient();
      const table = client.from('categories');
      if (!existing) return unwrap(await table.insert(fields).select().single());
      const changes = { ...fields, updated_at: new Date().toISOString() };
      return unwrap(await table.update(changes).eq('id', existing.id).select().single());
    },
    onSuccess: () => refresh(queryClient),
  });
}

/** The category belongs to at least one content. */
export class CategoryInUse extends Error {
  // The code the database refuses with, should a content take the category between the question and the deletion.
  readonly code = '23503';
}

/** Asks first whether any content uses it, so that a refusal needs no failed write. */
export function useDeleteCategory() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (id: string) => {
      const client = await getClient();
      const users = unwrap(await client.from('contents').select('id').eq('category_id', id).limit(1));
      if (users.length > 0) throw new CategoryInUse('the category is in use');
      unwrap(await client.from('categories').delete().eq('id', id));
    },
    onSuccess: () => refresh(queryClient),
  });
}
