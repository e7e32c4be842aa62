/** The files of a ZIP archive, read from its central directory. */
import { inflateRawSync } from 'node:zlib';

const END = 0x06054b50;
const ENTRY = 0x02014b50;

/** Each file's text by its name. */
export function filesOf(archive: Buffer): Map<string, string> {
  const end = archive.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]));
  if (end < 0 || archive.readUInt32LE(end) !== END) throw new Error('no ZIP archive');
  const files = new Map<string, string>();
  let at = archive.readUInt32LE(end + 16);
  for (let count = archive.readUInt16LE(end + 10); count > 0; count--) {
    if (archive.readUInt32LE(at) !== ENTRY) throw new Error('the directory of the archive is broken');
    const [name, extra, comment] = [28, 30, 32].map((place) => archive.readUInt16LE(at + place)) as [
      number,
      number,
      number,
    ];
    files.set(archive.toString('utf8', at + 46, at + 46 + name), textAt(archive, at));
    at += 46 + name + extra + comment;
  }
  return files;
}

function textAt(archive: Buffer, entry: number): string {
  const method = archive.readUInt16LE(entry + 10);
  const size = archive.readUInt32LE(entry + 20);
  const local = archive.readUInt32LE(entry + 42);
  const start = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
  const bytes = archive.subarray(start, start + size);
  return (method === 8 ? inflateRawSync(bytes) : bytes).toString('utf8');
}
