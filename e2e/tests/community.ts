/** Members and channels of the community, and what two windows show of each other. */
import { expect, type Locator, type Page } from '@playwright/test';
import { byService, createMember, openSignedIn, rowsOf } from './accounts.ts';
import type { Server } from './server.ts';

export const ANA = 'ana@comunidade.test';
export const RUI = 'rui@comunidade.test';

/** A row written with the service key. */
export async function insert(server: Server, table: string, row: object): Promise<void> {
  await byService(server, 'POST', `/rest/v1/${table}`, row);
}

/** Removes rows with the service key. */
export async function remove(server: Server, table: string, filter: string): Promise<void> {
  await byService(server, 'DELETE', `/rest/v1/${table}?${filter}`);
}

export async function setting(server: Server, key: string, value: string): Promise<void> {
  const path = `/rest/v1/security_settings?setting_key=eq.${key}`;
  await byService(server, 'PATCH', path, { setting_value: value });
}

/** Lets members write as fast as tests do. */
async function withoutLimits(server: Server): Promise<void> {
  await setting(server, 'newcomer_limits', 'false');
  await setting(server, 'seconds_between_texts', '0');
}

/** A member with a name; returns its id. A second call finds the member of the first. */
export async function member(server: Server, email: string, name: string): Promise<string> {
  const known = await rowsOf(server, 'subscribers', `select=user_id&email=eq.${email}`);
  if (known.length === 0) {
    await withoutLimits(server);
    await createMember(server, email);
  }
  const [row] = await rowsOf(server, 'subscribers', `select=user_id&email=eq.${email}`);
  const id = String(row?.user_id);
  if (known.length === 0) await insert(server, 'member_profiles', { user_id: id, display_name: name });
  return id;
}

/** The two members of most tests; returns their ids. */
export async function anaAndRui(server: Server): Promise<{ ana: string; rui: string }> {
  return { ana: await member(server, ANA, 'Ana Prado'), rui: await member(server, RUI, 'Rui Conceição') };
}

/** Opens a page as Ana. */
export async function openAsAna(page: Page, server: Server, path: string): Promise<void> {
  await member(server, ANA, 'Ana Prado');
  await openSignedIn(page, ANA, path);
}

export interface Written {
  title: string;
  author: string;
  channel?: string;
  content?: string;
  created_at?: string;
}

/** A post written with the service key; returns its id. */
export async function post(
  server: Server,
  { title, author, channel = '1', content = 'Um texto de exemplo.', ...more }: Written,
): Promise<string> {
  const id = crypto.randomUUID();
  await insert(server, 'community_posts', { id, title, content, author_id: author, channel_id: channel, ...more });
  return id;
}

/** The channels that the pages of a window have asked to follow, and those of them that are followed. */
interface Following {
  asked: Set<string>;
  live: Set<string>;
}

const followings = new WeakMap<Page, Following>();

/** Reads from the frames of a window's sockets what it follows. */
function watchFollowing(page: Page): void {
  if (followings.has(page)) return;
  const following: Following = { asked: new Set(), live: new Set() };
  followings.set(page, following);
  const read = (payload: string | Buffer): [topic: string, event: string, payload: { status?: string }] => {
    const [, , topic, event, content] = typeof payload === 'string' ? JSON.parse(payload) : [];
    return [String(topic), String(event), content ?? {}];
  };
  page.on('websocket', (socket) => {
    socket.on('framesent', ({ payload }) => {
      const [topic, event] = read(payload);
      // Rows are followed on these; presence has channels of its own.
      if (event === 'phx_join' && topic.startsWith('realtime:pagina-')) following.asked.add(topic);
      if (event === 'phx_leave') for (const set of [following.asked, following.live]) set.delete(topic);
    });
    socket.on('framereceived', ({ payload }) => {
      const [topic, event, { status }] = read(payload);
      if (event === 'system' && status === 'ok') following.live.add(topic);
    });
    socket.on('close', () => {
      for (const set of [following.asked, following.live]) set.clear();
    });
  });
}

export async function openCommunity(page: Page, email: string, path = '/membros/comunidade'): Promise<void> {
  watchFollowing(page);
  await openSignedIn(page, email, path);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
}

/** Resolves when the page that `openCommunity` opened shows its rows and follows their changes. */
export async function untilLive(page: Page): Promise<void> {
  await expect(page.getByRole('article').first()).toBeVisible();
  await untilFollowed(page);
}

/** Resolves when what the page that `openCommunity` opened asked to follow has been answered. */
export async function untilFollowed(page: Page): Promise<void> {
  const isLive = () => {
    const { asked, live } = followings.get(page) ?? { asked: new Set(), live: new Set() };
    return asked.size > 0 && [...asked].every((topic) => live.has(topic));
  };
  await expect.poll(isLive).toBe(true);
}

/** The field of a comment, once its visual editor has come. */
export async function commentField(page: Page, name = 'Seu comentário'): Promise<Locator> {
  await page.getByRole('textbox', { name }).focus();
  const field = page.locator(`[contenteditable][aria-label="${name}"]`);
  await expect(field).toBeFocused();
  return field;
}

/** The field of a comment, for Markdown. */
export async function markdownComment(page: Page, name = 'Seu comentário'): Promise<Locator> {
  const field = page.getByRole('textbox', { name });
  await field.focus();
  await page.getByRole('button', { name: 'Markdown' }).click();
  await expect(page.locator('textarea:focus')).toBeVisible();
  return field;
}

/** Opens the form of a channel with its text as Markdown. */
export async function writeMarkdown(page: Page, title: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Título' }).fill(title);
  await page.getByRole('button', { name: 'Markdown' }).click();
}

/** Writes a post in the form of a channel, in Markdown. */
export async function publish(page: Page, title: string, content: string): Promise<void> {
  await writeMarkdown(page, title);
  await page.getByRole('textbox', { name: 'Conteúdo' }).fill(content);
  await page.getByRole('button', { name: 'Publicar' }).click();
}

export const article = (page: Page, title: string) => page.getByRole('article').filter({ hasText: title });
