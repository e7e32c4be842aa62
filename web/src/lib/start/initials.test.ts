import { expect, test } from 'vitest';
import { initialsOf } from './initials';

test.each([
  ['Ana Prado', 'AP'],
  ['ana maria prado', 'AP'],
  ['Érica', 'É'],
  ['E\u0301rica', 'E\u0301'],
  ['👩🏽‍💻 Ana', '👩🏽‍💻A'],
  ['🇧🇷🇵🇹', '🇧🇷'],
  ['🏴󠁧󠁢󠁥󠁮󠁧󠁿 Rui', '🏴󠁧󠁢󠁥󠁮󠁧󠁿R'],
  ['❤️ Lia 1️⃣', '❤️1️⃣'],
  ['', ''],
])('the initials of %j are %j', (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});
