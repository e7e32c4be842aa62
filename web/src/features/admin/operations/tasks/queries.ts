/** The tasks of every queue: server functions for administrators. */
import { queryOptions } from '@tanstack/react-query';
import type { ListTasks } from '@/generated/functions';
import { functionAnswer, orNull } from '@/lib/functions';
import type { FilterValues } from '@/widgets/filters';

export type { QueueFigures, TaskShown as Task, TaskState, TasksPage } from '@/generated/functions';

export const TASKS = ['tasks'];

/** Interval at which the page is refreshed: tasks come and go by themselves. */
const REFRESH_MS = 15_000;

export type TaskFilters = FilterValues<ListTasks>;

export function tasksQuery({ page, ...filters }: TaskFilters) {
  const body: ListTasks = { ...orNull(filters), page };
  return queryOptions({
    queryKey: [...TASKS, body],
    queryFn: () => functionAnswer('list-tasks', body),
    staleTime: 0,
    refetchInterval: REFRESH_MS,
  });
}
