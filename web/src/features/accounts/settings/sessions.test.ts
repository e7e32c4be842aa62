import { expect, test } from 'vitest';
import { placeOf } from './sessions';

test.each([
  ['203.0.113.9', 'Endereço 203.0.113.…'],
  ['2001:db8:1:2:3:4:5:6', 'Endereço 2001:db8:1:…'],
  ['127.0.0.1', 'Rede local'],
  ['::1', 'Rede local'],
  [null, 'Endereço desconhecido'],
])('the place of %s hides the last part', (address, place) => {
  expect(placeOf(address)).toBe(place);
});
