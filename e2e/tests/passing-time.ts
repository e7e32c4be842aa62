/** Time that passes for a test: what the server wrote down is moved back, as if it were longer ago. */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { TestInfo } from '@playwright/test';

function inDatabase({ project }: TestInfo, sql: string, ...values: string[]): void {
  const { ATENEU_E2E_DATA: data = '' } = process.env;
  const database = new DatabaseSync(join(data, project.name, 'ateneu.db'), { timeout: 10_000 });
  try {
    database.prepare(sql).run(...values);
  } finally {
    database.close();
  }
}

/** The pause between two messages to one telephone is over. */
export function endPauses(info: TestInfo): void {
  const long = '2020-01-01T00:00:00.000000+00:00';
  inDatabase(info, `UPDATE rate_limits SET window_started_at = ? WHERE bucket LIKE 'letter:factor:%'`, long);
}

/** Everything that a person's sessions have proved is hours ago. */
export function growOld(info: TestInfo, email: string): void {
  inDatabase(
    info,
    `UPDATE sessions SET amr = (SELECT json_group_array(json_set(value, '$.timestamp', value ->> 'timestamp' - 36000))
       FROM json_each(amr)) WHERE user_id = (SELECT id FROM users WHERE email = ?)`,
    email,
  );
}
