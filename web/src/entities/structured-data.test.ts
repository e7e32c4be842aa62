import { expect, test } from 'vitest';
import type { Site } from './site';
import { collectionPage, faqPage, membership } from './structured-data';

const site = { origin: 'https://a.test', name: 'Ana' } as Site;

test('questions stand with their answers', () => {
  expect(faqPage(site, '/pricing', [{ question: 'Posso cancelar?', answer: 'Sim.' }])).toMatchObject({
    '@type': 'FAQPage',
    mainEntity: [{ '@type': 'Question', name: 'Posso cancelar?', acceptedAnswer: { '@type': 'Answer', text: 'Sim.' } }],
  });
});

test('a list counts its items in the order shown', () => {
  const items = ['b', 'a'].map((name) => ({ name, path: `/${name}` }));
  expect(collectionPage(site, { name: 'Lista', path: '/lista' }, items)).toMatchObject({
    mainEntity: {
      numberOfItems: 2,
      itemListElement: [
        { position: 1, name: 'b', url: 'https://a.test/b' },
        { position: 2, name: 'a', url: 'https://a.test/a' },
      ],
    },
  });
});

test('a plan is an offer in reais by the month', () => {
  const about = { name: 'Comunidade', type: 'Assinatura', description: 'x', path: '/pricing' };
  expect(membership(site, about, [{ name: 'Update', monthlyPrice: 47 }])).toMatchObject({
    '@type': 'Service',
    offers: [
      {
        '@type': 'Offer',
        price: 47,
        priceCurrency: 'BRL',
        priceSpecification: { billingDuration: 1, unitCode: 'MON' },
      },
    ],
  });
});
