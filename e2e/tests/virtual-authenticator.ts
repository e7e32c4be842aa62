/** Chromium's virtual authenticator (WebAuthn), which unlocks at once. */
import type { CDPSession, Page } from '@playwright/test';

export interface VirtualAuthenticator {
  cdp: CDPSession;
  authenticatorId: string;
}

export async function addVirtualAuthenticator(
  page: Page,
  transport: 'internal' | 'usb',
): Promise<VirtualAuthenticator> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport,
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return { cdp, authenticatorId };
}

/** The origin by host name: browsers bind no key to an IP address. */
export const namedOrigin = (baseURL: string | undefined) => (baseURL ?? '').replace('127.0.0.1', 'localhost');
