/** Creation of channels: the setting, the approval and its notice. */
import { openSignedIn } from './accounts.ts';
import { ANA, anaAndRui, openCommunity, RUI } from './community.ts';
import { expect, expectWholeOnEveryScreen, test } from './fixtures.ts';

test.use({ ownServer: true });

const MODERATOR = 'moderadora@demo.test';
const ADMIN = 'admin@demo.test';

test('members ask for channels and staff decide', async ({ page, other, server }) => {
  await anaAndRui(server);
  const choose = async (label: string) => {
    await openSignedIn(other, ADMIN, '/admin?aba=seguranca&parte=comunidade');
    await other.getByRole('combobox', { name: 'Quem cria canais' }).selectOption({ label });
    await other.getByRole('button', { name: 'Aplicar' }).click();
    await expect(other.getByText(`Quem cria canais: ${label.toLowerCase()}.`)).toBeVisible();
  };
  await choose('Com aprovação');
  await expectWholeOnEveryScreen(other);
  const suffix = crypto.randomUUID().slice(0, 6);
  const ask = async (name: string) => {
    await openCommunity(page, ANA);
    await page.getByRole('button', { name: 'Criar canal' }).click();
    const dialog = page.getByRole('dialog', { name: 'Novo canal' });
    await expect(dialog.getByText('A equipe lê o pedido antes de abrir o canal.')).toBeVisible();
    await dialog.getByRole('textbox', { name: 'Nome' }).fill(name);
    await dialog.getByRole('button', { name: 'Enviar pedido' }).click();
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    await expect(page.getByText('Este canal espera aprovação.')).toBeVisible();
  };
  await ask(`aceito-${suffix}`);
  await expectWholeOnEveryScreen(page);
  const address = new URL(page.url());

  await openCommunity(other, RUI, address.pathname + address.search);
  await expect(other.getByText('Este canal não existe ou é privado.')).toBeVisible();

  await openSignedIn(other, MODERATOR, '/membros/moderacao');
  const waiting = other.getByRole('listitem').filter({ hasText: `aceito-${suffix}` });
  await expect(waiting).toBeVisible();
  await expectWholeOnEveryScreen(other);
  await waiting.getByRole('button', { name: 'Aprovar' }).click();
  await expect(waiting).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Você participa' }), 'opens by itself').toBeVisible();

  await ask(`recusado-${suffix}`);
  await page.goto('/membros/denuncias');
  await expect(page.locator('#conteudo').getByText(`aceito-${suffix}`)).toBeVisible();
  const refused = other.getByRole('listitem').filter({ hasText: `recusado-${suffix}` });
  await refused.getByRole('button', { name: 'Recusar' }).click();
  const dialog = other.getByRole('dialog', { name: 'Recusar o canal' });
  await dialog.getByRole('button', { name: 'Recusar' }).click();
  await expect(dialog.getByText('Escreva o motivo.')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Motivo' }).fill('Já existe um parecido.');
  await dialog.getByRole('button', { name: 'Recusar' }).click();
  // Behind an open dialog nothing is found by its role.
  await expect(dialog).toBeHidden();
  await expect(refused).toHaveCount(0);
  await expect(page.getByText('Já existe um parecido.'), 'appears by itself').toBeVisible();
  await page.goto('/membros/avisos');
  await page
    .getByRole('link', { name: /A equipe decidiu sobre o canal que você pediu/ })
    .first()
    .click();
  await expect(page.getByText('Já existe um parecido.')).toBeVisible();

  await choose('Só a equipe');
  await openCommunity(page, ANA);
  await expect(page.getByRole('article').first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Criar canal' })).toHaveCount(0);
  await choose('Todos os membros');
  await page.reload();
  await expect(page.getByRole('button', { name: 'Criar canal' })).toBeVisible();
});
