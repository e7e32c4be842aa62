/** Writes to a server's database: times into the past, what only emails hold, and what only the payment provider knows. */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Server } from './server.ts';

function execute({ data }: Server, sql: string, ...values: string[]): void {
  const database = new DatabaseSync(join(data, 'ateneu.db'), { timeout: 10_000 });
  try {
    database.prepare(sql).run(...values);
  } finally {
    database.close();
  }
}

const LONG_AGO = '2020-01-01T00:00:00.000000+00:00';

export function endSmsPauses(server: Server): void {
  execute(server, `UPDATE rate_limits SET window_started_at = ? WHERE bucket LIKE 'message:factor:%'`, LONG_AGO);
}

/** Makes every sign-in and proof of a person's sessions hours old. */
export function ageSessions(server: Server, email: string): void {
  execute(
    server,
    `UPDATE sessions SET amr = (SELECT json_group_array(json_set(value, '$.timestamp', value ->> 'timestamp' - 36000))
       FROM json_each(amr)) WHERE user_id = (SELECT id FROM users WHERE email = ?)`,
    email,
  );
}

/** Makes the last proof of a person's sessions years old, without the times of their methods. */
export function ageProofs(server: Server, email: string): void {
  execute(
    server,
    'UPDATE sessions SET proved_at = ? WHERE user_id = (SELECT id FROM users WHERE email = ?)',
    LONG_AGO,
    email,
  );
}

/** Puts a running server's database into the quarantine of a restored one. What the server does already goes on. */
export function quarantine(server: Server): void {
  execute(
    server,
    "INSERT INTO quarantine (id, begun_at, backup_made_at) VALUES ('restored', ?, ?)",
    LONG_AGO,
    LONG_AGO,
  );
}

/** Gives a person the token that the links in emails of notices hold. */
export function giveNoticeToken(server: Server, userId: string, token: string): void {
  execute(server, 'INSERT OR REPLACE INTO notice_emails (user_id, token, sent) VALUES (?, ?, 0)', userId, token);
}

/** Gives a person the token that the links in reminders of the study plan hold. */
export function giveReminderToken(server: Server, userId: string, token: string): void {
  execute(
    server,
    `INSERT INTO study_reminders (id, user_id, day, token, created_at, notified_at)
     VALUES (?1, ?1, '2026-01-01', ?2, '2026-01-01T00:00:00.000000+00:00', '2026-01-01T00:00:00.000000+00:00')`,
    userId,
    token,
  );
}

/** Makes files look as if they were sent two hours ago. */
export function ageFiles(server: Server, name: string): void {
  const then = new Date(Date.now() - 2 * 3_600_000).toISOString().replace('Z', '000+00:00');
  execute(server, 'UPDATE objects SET updated_at = ? WHERE search_name LIKE ?', then, `${name}%`);
}

/** Adds a paid charge at a price that is none of the plans', as the payment provider reports it. `amount`: centavos. */
export function addOtherCharge(server: Server, email: string, number: string, amount: number): void {
  const now = new Date().toISOString().replace('Z', '000+00:00');
  execute(
    server,
    `INSERT INTO payment_invoices (id, user_id, number, status, amount, currency, price_id, paid_at, created_at, updated_at)
     SELECT 'in_' || ?1, id, ?1, 'paid', CAST(?2 AS integer), 'brl', 'price_other', ?3, ?3, ?3 FROM users WHERE email = ?4`,
    number,
    String(amount),
    now,
    email,
  );
}

/** Leaves a scheduled campaign as a server finds it that was down at its time. */
export function makeOverdue(server: Server, campaign: string): void {
  execute(server, `UPDATE campaigns SET state = 'asking', scheduled_at = ? WHERE number = ?`, LONG_AGO, campaign);
}

/** Leaves a recipient as the server does: `uncertain` when a connection is cut after the text, `failed` when it is refused. */
export function leaveRecipient(server: Server, campaign: string, number: string, state: 'uncertain' | 'failed'): void {
  execute(
    server,
    'UPDATE campaign_recipients SET state = ?, reason = ? WHERE campaign = ? AND number = ?',
    state,
    'a conexão caiu',
    campaign,
    number,
  );
  execute(
    server,
    `UPDATE campaign_counts SET ${state} = ${state} + 1, delivered = delivered - 1 WHERE campaign = ?`,
    campaign,
  );
}

export function suppress(server: Server, email: string): void {
  execute(
    server,
    `INSERT INTO mail_suppressions (recipient, kind, source, reason, created_at) VALUES (?, 'hard', 'relay', '550 unknown', ?)`,
    email,
    LONG_AGO,
  );
}

/** Adds a task that failed for good. */
export function addFailedTask(server: Server): void {
  execute(
    server,
    `INSERT INTO tasks (queue, id, kind, group_key, payload, state, tries, interruptions, happened_at, created_at,
       settled_at, error)
     VALUES ('link_cards', 'quebrada', 'Cartão de link', 'quebrada', '', 'failed', 1, 0, ?, ?, ?, 'recusado')`,
    LONG_AGO,
    LONG_AGO,
    LONG_AGO,
  );
}
