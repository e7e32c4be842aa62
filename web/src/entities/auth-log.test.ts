import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { actionName, reasonOf } from './auth-log';

const source = (name: string) => readFileSync(new URL(`../../../crates/auth/src/${name}.rs`, import.meta.url), 'utf8');
const words = (name: string, pattern: RegExp) => [...source(name).matchAll(pattern)].map(([, word = '']) => word);

// The server writes the variants of its enum in snake case.
const [variants = ''] = words('requests/log', /pub enum Action \{([^}]+)\}/g);
const actions = [...variants.matchAll(/^ +(\w+),$/gm)].map(([, name = '']) =>
  name.replace(/\B[A-Z]/g, '_$&').toLowerCase(),
);
const codes = [
  ...words('error', /StatusCode::\w+, "([a-z_]+)"/g),
  ...words('requests/failed_request_log', /TokenProblem::\w+ => Some\("([a-z_]+)"\)/g),
];

test("the server's events and codes are read by this test", () => {
  expect(actions.length).toBeGreaterThan(20);
  expect(codes.length).toBeGreaterThan(30);
  expect([...actions, ...codes]).toEqual(expect.arrayContaining(['login', 'invalid_credentials', 'token_expired']));
});

test.each([...new Set(actions)])('the event %s is named in Portuguese', (action) => {
  expect(actionName(action)).not.toBe(action);
});

test.each([...new Set(codes)])('the refusal %s is named in Portuguese', (code) => {
  expect(reasonOf(code)).not.toBe(code);
});
