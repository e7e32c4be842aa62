/** Checks captions in WebVTT, with the line of each error. */
import { captionTimes } from '@/entities/captions';

export interface CaptionError {
  /** From 1. */
  line: number;
  message: string;
}

/** Errors shown at once. */
const MAX_ERRORS = 5;

/** Returns the errors of the captions, in the order of their lines. */
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
    const [begin, end] = captionTimes(line);
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
  return errors.slice(0, MAX_ERRORS);
}

/** The times of a cue in SubRip. Programs differ in their digits and spaces, and some write places behind. */
const SUBRIP_TIMES =
  /^[ \t]*(\d{1,3}):(\d{1,2}):(\d{1,2})[,.](\d{1,3})[ \t]*-->[ \t]*(\d{1,3}):(\d{1,2}):(\d{1,2})[,.](\d{1,3})(?:[ \t].*)?$/gm;

/** SubRip captions as WebVTT; anything else as it is. */
export function toWebVtt(text: string): string {
  const plain = text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
  if (plain.trimStart().startsWith('WEBVTT')) return plain.trimStart();
  // A line of spaces parts two cues as an empty one does.
  const cues = plain.replace(/[ \t]+$/gm, '');
  const turned = cues.replace(SUBRIP_TIMES, (_, ...parts: string[]) => {
    const [hours = '', minutes = '', seconds = '', thousandths = '', ...until] = parts;
    return `${webVttTime(hours, minutes, seconds, thousandths)} --> ${webVttTime(...until)}`;
  });
  return turned === cues ? plain : `WEBVTT\n\n${turned.trim()}\n`;
}

function webVttTime(hours = '', minutes = '', seconds = '', thousandths = ''): string {
  const [h, m, s] = [hours, minutes, seconds].map((digits) => digits.padStart(2, '0'));
  return `${h}:${m}:${s}.${thousandths.padEnd(3, '0')}`;
}

/**
 * The text of a file of captions: UTF-8, UTF-16 with its mark, or else Windows-1252, in which many programs still write
 * Portuguese. Undefined where the file is no text.
 */
export function captionsText(bytes: Uint8Array<ArrayBuffer>): string | undefined {
  const isUtf16 = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  const encoding = isUtf16 ? (bytes[0] === 0xff ? 'utf-16le' : 'utf-16be') : 'utf-8';
  const text = decoded(bytes, encoding) ?? decoded(bytes, 'windows-1252');
  return text?.includes('\0') ? undefined : text;
}

function decoded(bytes: Uint8Array<ArrayBuffer>, encoding: string): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    // The bytes are in another encoding.
    return undefined;
  }
}
