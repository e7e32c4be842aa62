import { spokenClock } from './clock';

/**
 * The line of time: a native slider, so that keyboards, fingers and screen readers know it, drawn as the site's progress
 * bars are. The drawing is SVG because its widths are attributes, which the content security policy allows.
 */
export function Track({ media, position, duration }: { media: HTMLMediaElement; position: number; duration: number }) {
  const done = duration ? Math.min(100, (position / duration) * 100) : 0;
  return (
    <div className="group relative flex h-11 min-w-0 flex-1 items-center rounded-sm has-focus-visible:outline-2 has-focus-visible:outline-offset-1 has-focus-visible:outline-ring">
      <svg aria-hidden="true" focusable="false" className="h-3.5 w-full overflow-visible">
        <rect y="4" width="100%" height="6" className="fill-plate-2" />
        <rect y="4" width={`${done}%`} height="6" className="fill-foreground" />
        {duration > 0 && <rect x={`${done}%`} width="3" height="14" className="fill-north" />}
      </svg>
      <input
        type="range"
        aria-label="Posição"
        aria-valuetext={`${spokenClock(position)} de ${spokenClock(duration)}`}
        min={0}
        max={Math.ceil(duration) || 1}
        step={1}
        value={Math.floor(position)}
        disabled={!duration}
        onChange={(event) => {
          media.currentTime = Number(event.target.value);
        }}
        className="absolute inset-0 size-full cursor-pointer opacity-0 disabled:cursor-default"
      />
    </div>
  );
}
