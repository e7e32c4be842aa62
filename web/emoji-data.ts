/**
 * The data of the emoji picker: the Portuguese part of emojibase, without what the picker does not read, under an address
 * that changes with it. Names with accents are found without them too.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

interface Skin {
  emoji: string;
  tone?: number | number[] | undefined;
}

interface Emoji extends Skin {
  label: string;
  version: number;
  group?: number | undefined;
  subgroup?: number | undefined;
  tags?: string[];
  skins?: Skin[] | undefined;
}

const LOCALE = 'pt';

const read = (name: string): string =>
  readFileSync(fileURLToPath(new URL(`node_modules/emojibase-data/${LOCALE}/${name}.json`, import.meta.url)), 'utf8');

const withoutAccents = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '');

function slim({ emoji, label, version, group, subgroup, tags = [], skins }: Emoji): Emoji {
  const names = [label, ...tags].flatMap((name) => (withoutAccents(name) === name ? [] : withoutAccents(name)));
  const tones = skins?.filter(({ tone }) => typeof tone === 'number').map(({ emoji, tone }) => ({ emoji, tone }));
  return { emoji, label, version, group, subgroup, tags: [...new Set([...tags, ...names])], skins: tones };
}

const emojis: Emoji[] = JSON.parse(read('data'));
const FILES: Readonly<Record<string, string>> = {
  'data.json': JSON.stringify(emojis.filter(({ group }) => group !== undefined).map(slim)),
  'messages.json': JSON.stringify(JSON.parse(read('messages'))),
};

const hash = createHash('sha256').update(Object.values(FILES).join()).digest('hex').slice(0, 8);

/** The folder of the files, without the first slash. */
const FOLDER = `assets/emoji-${hash}`;

/** Address that the picker calls `emojibaseUrl`. */
export const EMOJI_URL = `/${FOLDER}`;

export const emojiData: Plugin = {
  name: 'emoji-data',
  apply: (_, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
  generateBundle() {
    for (const [name, source] of Object.entries(FILES)) {
      this.emitFile({ type: 'asset', fileName: `${FOLDER}/${LOCALE}/${name}`, source });
    }
  },
};
