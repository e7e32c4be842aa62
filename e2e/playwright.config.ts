/** Chromium against the real binary with demo data, at desktop and phone width. Servers: tests/fixtures.ts. */
import { defineConfig, devices } from '@playwright/test';

export default defineConfig({
  testDir: 'tests',
  globalSetup: './tests/global-setup.ts',
  // One more than cores: each waits a tenth of its time.
  workers: Number(process.env.ATENEU_E2E_WORKERS ?? 3),
  forbidOnly: true,
  // A flaky test is a fault of the product or of the test. `--retries=1` records a trace.
  retries: 0,
  reporter: [['list']],
  // Far beyond the longest test, so that a stalled machine fails nothing.
  timeout: 180_000,
  expect: { timeout: 60_000 },
  use: {
    locale: 'pt-BR',
    // A trace costs up to half of a test's time.
    trace: 'on-first-retry',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: process.env.ATENEU_CHROMIUM ?? '/usr/bin/chromium-headless-shell',
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // One process less that every request passes through.
        '--enable-features=NetworkServiceInProcess2',
        // Fewer processes.
        '--disable-site-isolation-trials',
        // Two cores shared by three browsers: helper threads of the engine cost more than they save.
        '--js-flags=--single-threaded',
      ],
    },
  },
  projects: [
    {
      name: 'desktop',
      grepInvert: /@phone-only/,
      use: { ...devices['Desktop Chrome'], viewport: { width: 1440, height: 900 } },
    },
    {
      name: 'phone',
      // Only what a narrow screen or touch may change.
      grep: /@phone/,
      use: { ...devices['Pixel 7'], viewport: { width: 390, height: 844 } },
    },
  ],
});
