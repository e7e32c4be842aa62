/**
 * Open Badges 3.0 credentials under a JSON schema. The schema is the project's own, written from the text of the
 * specification: the licence of 1EdTech's does not let us pass theirs on.
 */
import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect } from './fixtures.ts';

type Json = Record<string, unknown>;

/** Claims that the broken copies change. */
interface Claims extends Json {
  '@context': string[];
  type: string[];
  issuer: Json;
  credentialSubject: Json & { identifier: Json[]; achievement: Json };
  credentialStatus: Json;
}

const schema = JSON.parse(readFileSync(new URL('open-badge.schema.json', import.meta.url), 'utf8'));
const validate = new Ajv2020({ allErrors: true, strictTypes: false, strictTuples: false }).compile(schema);

/** Requirements of the specification, each taken away or made wrong. */
const BROKEN: Readonly<Record<string, (claims: Claims) => void>> = {
  'the contexts in another order': (claims) => claims['@context'].reverse(),
  'one context only': (claims) => claims['@context'].pop(),
  'no id': (claims) => delete claims.id,
  'an id that is no address': (claims) => Object.assign(claims, { id: 'certificado 1' }),
  'no credential by its type': (claims) => claims.type.shift(),
  'no badge by its type': (claims) => claims.type.pop(),
  'no issuer': (claims) => Reflect.deleteProperty(claims, 'issuer'),
  'an issuer without id': (claims) => delete claims.issuer.id,
  'an issuer of another type': (claims) => Object.assign(claims.issuer, { type: ['Organization'] }),
  'no beginning': (claims) => delete claims.validFrom,
  'a beginning without a time': (claims) => Object.assign(claims, { validFrom: '2026-11-25' }),
  'a beginning without a zone': (claims) => Object.assign(claims, { validFrom: '2026-11-25T08:00:00' }),
  'a subject that nobody can name': ({ credentialSubject: subject }) => {
    delete subject.id;
    Reflect.deleteProperty(subject, 'identifier');
  },
  'no achievement': ({ credentialSubject: subject }) => Reflect.deleteProperty(subject, 'achievement'),
  'an achievement without criteria': ({ credentialSubject: { achievement } }) => delete achievement.criteria,
  'criteria that say nothing': ({ credentialSubject: { achievement } }) => Object.assign(achievement, { criteria: {} }),
  'an achievement without description': ({ credentialSubject: { achievement } }) => delete achievement.description,
  'an unknown kind of achievement': ({ credentialSubject: { achievement } }) =>
    Object.assign(achievement, { achievementType: 'Curso' }),
  'an identity that does not say whether it is hashed': ({ credentialSubject: { identifier } }) =>
    delete identifier[0]?.hashed,
  'a place in the status list that is no text': ({ credentialStatus: status }) =>
    Object.assign(status, { statusListIndex: 0 }),
  'a status without its list': ({ credentialStatus: status }) => delete status.statusListCredential,
  'no schema of 1EdTech': (claims) => Object.assign(claims, { credentialSchema: [] }),
  'the claims one level deeper': (claims) => Object.assign(claims, { vc: {} }),
};

function problemsOf(claims: unknown): string[] {
  validate(claims);
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

/** The claims are an Open Badges 3.0 credential, and would not be one without any of what the specification asks for. */
export function expectOpenBadge(claims: unknown): void {
  expect(problemsOf(claims)).toEqual([]);
  for (const [what, spoil] of Object.entries(BROKEN)) {
    const broken = structuredClone(claims) as Claims;
    spoil(broken);
    expect(problemsOf(broken), what).not.toEqual([]);
  }
}
