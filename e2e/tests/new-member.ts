/** A member of a test's own, made with the service key as the owner's programs would. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { type APIRequestContext, expect, type TestInfo } from '@playwright/test';
import { password } from './quiet.ts';

/** A confirmed account with an active subscription; the answer is the address. */
export async function newMember(name: string, request: APIRequestContext, { project }: TestInfo): Promise<string> {
  const { ATENEU_E2E_BINARY: binary = '', ATENEU_E2E_DATA: data = '' } = process.env;
  const keys = execFileSync(binary, ['keys', '--data', join(data, project.name)], { encoding: 'utf8' });
  const { service_role: key } = JSON.parse(keys) as { service_role: string };
  const email = `${name}-${project.name}-${Date.now()}@membro.test`;
  const headers = { authorization: `Bearer ${key}`, apikey: key };
  const made = await request.post('/auth/v1/admin/users', { headers, data: { email, password, email_confirm: true } });
  expect(made.ok(), await made.text()).toBe(true);
  const user_id = (await made.json()).id;
  const row = { user_id, email, subscribed: true, status: 'active', plan: 'update' };
  const subscribed = await request.post('/rest/v1/subscribers', { headers, data: row });
  expect(subscribed.ok(), await subscribed.text()).toBe(true);
  return email;
}
