import { queryOptions } from '@tanstack/react-query';
import { inOrder } from '@/entities/category-order';
import { getClient, type Row, unwrap } from '@/lib/backend';
import { Refused } from '@/widgets/use-action';

export type Category = Row<'categories'>;

export const categoriesQuery = queryOptions({
  queryKey: ['categories', 'admin'],
  queryFn: async ({ signal }): Promise<Category[]> => {
    const client = await getClient();
    return inOrder(unwrap(await client.from('categories').select('*').order('name').abortSignal(signal)));
  },
});

/** Contents show their category's name, so both are read again, here and on the public pages. */
export const CHANGED = [['categories'], ['contents']];

export interface CategoryFields {
  name: string;
  description: string | null;
}

export async function saveCategory(existing: Category | undefined, fields: CategoryFields): Promise<void> {
  const table = (await getClient()).from('categories');
  const changes = { ...fields, updated_at: new Date().toISOString() };
  unwrap(await (existing ? table.update(changes).eq('id', existing.id) : table.insert(fields)).select().single());
}

/** The order by these ids; without any, by name. */
export async function orderCategories(ids: readonly string[]): Promise<void> {
  const client = await getClient();
  unwrap(await client.rpc('order_categories', { ids: [...ids] }));
}

class CategoryInUse extends Refused {
  // The database's code, if a content takes the category between the check and the deletion.
  readonly code = '23503';
}

/** Checks first whether a content uses it, so that a refusal needs no failed write. */
export async function deleteCategory({ id }: Category): Promise<void> {
  const client = await getClient();
  const users = unwrap(await client.from('contents').select('id').eq('category_id', id).limit(1));
  if (users.length > 0) throw new CategoryInUse('the category is in use');
  unwrap(await client.from('categories').delete().eq('id', id));
}

/** Moves its contents to another category, those in the trash too, and deletes it. */
export async function mergeCategory({ id }: Category, into: string): Promise<void> {
  const client = await getClient();
  unwrap(await client.rpc('merge_category', { category_id: id, into_id: into }));
}
