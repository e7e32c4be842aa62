import { queryOptions } from '@tanstack/react-query';
import { inOrder } from '@/entities/category-order';
import { ask, getClient, type Row, unwrap } from '@/lib/backend';
import { Refused } from '@/widgets/use-action';

export type Category = Row<'categories'>;

export const categoriesQuery = queryOptions({
  queryKey: ['categories', 'admin'],
  queryFn: async ({ signal }): Promise<Category[]> =>
    inOrder(await ask((client) => client.from('categories').select('*').order('name').abortSignal(signal))),
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
export const orderCategories = (ids: readonly string[]) =>
  ask((client) => client.rpc('order_categories', { ids: [...ids] }));

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
export const mergeCategory = ({ id }: Category, into: string) =>
  ask((client) => client.rpc('merge_category', { category_id: id, into_id: into }));
