/**
 * The globals that the embedded engine lacks: URLs, headers, fetch, abort signals, timers, text encoding and a console.
 * Each does only what rendering needs. The Rust side (crates/pages/src/host.rs) parses URLs, encodes text and answers
 * fetches in memory. In Node nothing is replaced.
 */
import type { Host } from './host';
import { Controller, fetchThrough, HeaderList, Reply, Signal } from './http';
import { urlClasses } from './url';

function install(host: Host) {
  const describe = (value: unknown) => {
    if (value instanceof Error) return `${value}\n${value.stack ?? ''}`;
    return typeof value === 'object' ? JSON.stringify(value) : String(value);
  };
  const say =
    (level: string) =>
    (...values: unknown[]) =>
      host.log(level, values.map(describe).join(' '));

  let timers = 0;
  const waiting = new Set<number>();
  function setTimeout(run: (...values: unknown[]) => void, milliseconds = 0, ...values: unknown[]) {
    timers += 1;
    const timer = timers;
    waiting.add(timer);
    const fire = () => {
      if (waiting.delete(timer)) run(...values);
    };
    host.sleep(milliseconds).then(fire).catch(say('error'));
    return timer;
  }

  Object.assign(globalThis, {
    ...urlClasses(host),
    Headers: HeaderList,
    Response: Reply,
    AbortSignal: Signal,
    AbortController: Controller,
    fetch: fetchThrough(host),
    setTimeout,
    clearTimeout: (timer: number) => waiting.delete(timer),
    console: { debug: say('debug'), log: say('info'), info: say('info'), warn: say('warn'), error: say('error') },
    TextEncoder: class {
      encode(text = '') {
        return host.utf8Encode(text);
      }
    },
    TextDecoder: class {
      decode(bytes = new Uint8Array()) {
        return host.utf8Decode([...bytes]);
      }
    },
  });
}

const { __host } = globalThis as { __host?: Host };
if (__host) install(__host);
