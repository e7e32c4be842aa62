/** Checks captions in WebVTT (https://www.w3.org/TR/webvtt1/), with the line of each error. */

export interface CaptionError {
  /** From 1. */
  line: number;
  message: string;
}

/** Errors shown at once. */
const MOST = 5;

const TIME = /^(?:(\d{2,}):)?([0-5]\d):([0-5]\d)\.(\d{3})$/;

/** The instant in milliseconds; undefined where it is none. */
function instantOf(text: string): number | undefined {
  const found = TIME.exec(text);
  if (!found) return undefined;
  const [, hours = '0', minutes, seconds, milliseconds] = found;
  return ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000 + Number(milliseconds);
}

/** What is wrong with the captions, in the order of their lines. */
export function checkCaptions(text: string): CaptionError[] {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/);
  const errors: CaptionError[] = [];
  const fail = (line: number, message: string) => errors.push({ line: line + 1, message });
  if (!/^WEBVTT(?:[ \t].*)?$/.test(lines[0] ?? '')) {
    fail(0, 'A primeira linha precisa ser WEBVTT.');
  }
  let cues = 0;
  let before = 0;
  for (const [number, line] of lines.entries()) {
    if (!line.includes('-->')) continue;
    cues += 1;
    const [from = '', rest = ''] = line.split('-->', 2);
    const [until = ''] = rest.trim().split(/\s+/, 1);
    const begin = instantOf(from.trim());
    const end = instantOf(until);
    if (begin === undefined || end === undefined) {
      fail(number, 'O tempo precisa ter a forma 00:01:02.500 --> 00:01:05.000.');
    } else if (end <= begin) {
      fail(number, 'A fala termina antes de começar.');
    } else if (begin < before) {
      fail(number, 'A fala começa antes da anterior. As falas seguem a ordem do tempo.');
    } else if ((lines[number + 1] ?? '').trim() === '') {
      fail(number, 'Falta o texto da fala.');
    }
    before = begin ?? before;
  }
  if (cues === 0 && errors.length === 0) fail(lines.length - 1, 'Não há nenhuma fala com tempo.');
  return errors.slice(0, MOST);
}

/** SubRip captions as WebVTT; anything else as it is. */
export function toWebVtt(text: string): string {
  const plain = text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
  if (plain.startsWith('WEBVTT') || !/^\d+\n\d{2}:\d{2}:\d{2},\d{3} --> /m.test(plain)) return plain;
  return `WEBVTT\n\n${plain.replace(/(\d{2}:\d{2}:\d{2}),(\d{3})/g, '$1.$2').trim()}\n`;
}
