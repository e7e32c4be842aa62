/** Returns the host of a web address as people know it, without `www.`. */
export function webHost(address: string): string | undefined {
  return /^https?:\/\/([^/?#]+)/i.exec(address)?.[1]?.replace(/^www\./, '');
}
