/** How long a sound or film plays, in seconds; undefined for other files and for what the browser cannot play. */
export function playingTime(file: File): Promise<number | undefined> {
  const [family] = file.type.split('/');
  if (family !== 'audio' && family !== 'video') return Promise.resolve(undefined);
  const address = URL.createObjectURL(file);
  const player = document.createElement(family);
  return new Promise<number | undefined>((resolve) => {
    player.preload = 'metadata';
    player.onloadedmetadata = () => resolve(Number.isFinite(player.duration) ? Math.round(player.duration) : undefined);
    player.onerror = () => resolve(undefined);
    player.src = address;
  }).finally(() => URL.revokeObjectURL(address));
}
