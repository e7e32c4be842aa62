import { describe, expect, it } from 'vitest';
import { paths } from '@/app/pages';
import { cleanAddress } from './clean-address';

const at = (address: string) => {
  const { pathname, search } = new URL(address, 'https://exemplo.test');
  return cleanAddress({ pathname, search }, 'https://exemplo.test', paths.newPassword);
};

describe('cleanAddress', () => {
  it('takes the secret out and keeps where to go on', () => {
    expect(at('/conta/nova-senha?token_hash=abc&type=recovery')).toBe('/conta/nova-senha');
    expect(at('/conta/nova-senha?token_hash=abc&next=%2Fadmin')).toBe('/conta/nova-senha?next=%2Fadmin');
    expect(at('/conta/nova-senha?next=https%3A%2F%2Felsewhere.test')).toBe('/conta/nova-senha');
  });

  it('leaves a clean address unchanged', () => {
    expect(at('/conta/nova-senha')).toBeUndefined();
    expect(at('/conta/nova-senha?next=%2Fadmin')).toBeUndefined();
  });
});
