/** Chromium against the real binary with demo data, at desktop and phone width. One fresh server per project. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig, devices } from '@playwright/test';

const binary = new URL('../target/debug/ateneu', import.meta.url).pathname;
const ports = { desktop: 8191, phone: 8192 };

// Set once: the workers read this file again and inherit the variables, by which tests run the binary on their server's data.
process.env.ATENEU_E2E_BINARY = binary;
process.env.ATENEU_E2E_DATA ??= mkdtempSync(join(tmpdir(), 'ateneu-e2e-'));
const data = process.env.ATENEU_E2E_DATA;

const server = (project: keyof typeof ports, port = ports[project]) => ({
  command: `${binary} serve --demo --listen 127.0.0.1:${port} --data ${join(data, project)}`,
  url: `http://127.0.0.1:${port}/healthz`,
  reuseExistingServer: false,
  // The browser stands in for the proxy that names a visitor's address (tests/quiet.ts).
  env: { ATENEU_LOG: 'warn', ATENEU_TRUSTED_PROXIES: '1' },
  gracefulShutdown: { signal: 'SIGTERM' as const, timeout: 5_000 },
});

/** What a screen's width does not change: the server's words, files and letters, and flows over screens that others try. */
const ANY_WIDTH = [
  'addresses',
  'analytics',
  'budget',
  'company',
  'found',
  'hydration',
  'invitation',
  'large-files',
  'letters',
  'outbox',
  'pictures',
  'providers',
  'second-step-ways',
  'two-devices',
].map((name) => `${name}.spec.ts`);

export default defineConfig({
  testDir: 'tests',
  fullyParallel: false,
  // Tests of one project share its server and write to it.
  workers: 2,
  forbidOnly: true,
  // A machine that stalls for seconds is not a defect of the product: one more try, and the list says "flaky".
  retries: 1,
  reporter: [['list']],
  timeout: 60_000,
  use: {
    locale: 'pt-BR',
    trace: 'retain-on-failure',
    launchOptions: {
      executablePath: process.env.ATENEU_CHROMIUM ?? '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  projects: [
    {
      name: 'desktop',
      use: {
        ...devices['Desktop Chrome'],
        viewport: { width: 1440, height: 900 },
        baseURL: `http://127.0.0.1:${ports.desktop}`,
      },
    },
    {
      name: 'phone',
      testIgnore: ANY_WIDTH,
      use: { ...devices['Pixel 7'], viewport: { width: 390, height: 844 }, baseURL: `http://127.0.0.1:${ports.phone}` },
    },
  ],
  webServer: [server('desktop'), server('phone')],
});
