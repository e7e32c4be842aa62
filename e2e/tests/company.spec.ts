/** Company sign-in: the login card asks for the company, the browser goes there and returns with its answer. */

import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { LOGIN } from './accounts.ts';
import { expect, expectAccessible, expectRefusal, test } from './fixtures.ts';
import { startServer } from './server.ts';

/** The company's page, served by the test. */
const company = 'http://127.0.0.1:9797/entrar';

const pem = readFileSync(new URL('../../crates/auth/tests/it/keys/empresa.cert.pem', import.meta.url), 'utf8');
const certificate = pem.replace(/-----[A-Z ]+-----/g, '').trim();
const metadata = `<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="urn:empresa:entrada">
  <IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">
    <KeyDescriptor use="signing"><KeyInfo xmlns="http://www.w3.org/2000/09/xmldsig#"><X509Data>
      <X509Certificate>${certificate}</X509Certificate>
    </X509Data></KeyInfo></KeyDescriptor>
    <SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="${company}"/>
  </IDPSSODescriptor>
</EntityDescriptor>`;

const environment = {
  ATENEU_SAML_COMPANIES: 'empresa',
  ATENEU_SAML_EMPRESA_DOMAINS: 'empresa.test',
  ATENEU_SAML_EMPRESA_METADATA: metadata,
};

/** Posts an unsigned answer as the company. */
async function answerUnsigned(page: Page, url: string): Promise<void> {
  await page.route(`${company}?*`, (route) => {
    const state = new URL(route.request().url()).searchParams.get('RelayState') ?? '';
    const response = Buffer.from('<samlp:Response/>').toString('base64');
    const body = `<!doctype html><html lang="pt-BR"><title>Empresa</title><h1>Empresa</h1>
      <form method="post" action="${url}/auth/v1/sso/saml/acs">
        <input type="hidden" name="SAMLResponse" value="${response}">
        <input type="hidden" name="RelayState" value="${state}">
        <button>Voltar ao site</button>
      </form>`;
    return route.fulfill({ contentType: 'text/html; charset=utf-8', body });
  });
}

test('company sign-in starts by address and needs a signature', async ({ page, complaints }) => {
  const { url, stop } = await startServer({ environment });
  await answerUnsigned(page, url);
  await page.goto(`${url}${LOGIN}?next=%2Fblog`);
  const entry = page.getByRole('button', { name: 'Entrar com a empresa' });
  await entry.click();
  const address = page.getByLabel('E-mail da empresa');
  await expect(address).toBeFocused();
  await expectAccessible(page);
  const goOn = page.getByRole('button', { name: 'Continuar' });

  await test.step('a missing or unknown address is reported at the field', async () => {
    await goOn.click();
    await expect(page.getByText('Informe seu e-mail da empresa.')).toBeVisible();
    await address.fill('ana@ninguem.test');
    await goOn.click();
    await expect(page.getByText('Nenhuma empresa com este domínio entra por aqui.')).toBeVisible();
    await expect(address).toBeFocused();
    await expectRefusal(complaints, 404);
  });

  await test.step('the company is reached with a request', async () => {
    await address.fill('ana@Empresa.test');
    await address.press('Enter');
    await expect(page.getByRole('heading', { name: 'Empresa', exact: true })).toBeVisible();
    expect(new URL(page.url()).searchParams.get('SAMLRequest')).toBeTruthy();
  });

  await test.step('an unsigned response is refused', async () => {
    await page.getByRole('button', { name: 'Voltar ao site' }).click();
    await expect(page.getByText('A sua empresa não confirmou a entrada.', { exact: false })).toBeVisible();
    await expect(page).toHaveURL(/\/membros\/apresentacao\?next=%2Fblog$/);
    await expect(page.getByRole('heading', { name: 'Entrar', exact: true })).toBeVisible();
  });
  // Later requests of the page would stay without a response.
  await page.goto('about:blank');
  await stop();
});

test('without companies the login offers no company sign-in', async ({ page }) => {
  await page.goto(LOGIN);
  await expect(page.getByRole('button', { name: 'Entrar', exact: true })).toBeVisible();
  await page.waitForLoadState('networkidle');
  await expect(page.getByRole('button', { name: 'Entrar com a empresa' })).toHaveCount(0);
});
