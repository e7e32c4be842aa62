import { NeedleArt, Plate } from '@/ui/needle-art';

/** The plate's own colour, which parts the figure from the needles behind it. */
const PLATE = '#c4cfc4';
const INK = '#12261e';
const LIGHT = '#f3f4f0';

/** The seed whose needles turn about the head. */
const SEED = 'retrato 195';

/** The portrait of the demo's invented owner, cut from flat shapes: half the face in light, half in shade, like a needle. */
export function DrawnPortrait({ name }: { name: string }) {
  return (
    <Plate tone="plate-2" className="absolute inset-0">
      <NeedleArt field="orbit" seed={SEED} width={640} height={800} step={64} className="absolute inset-0 opacity-50" />
      <svg
        role="img"
        aria-label={`Retrato desenhado de ${name}`}
        viewBox="0 0 640 800"
        preserveAspectRatio="xMidYMid slice"
        className="absolute inset-0 size-full"
      >
        <g fill={INK} stroke={PLATE} strokeWidth="14" strokeLinejoin="round" paintOrder="stroke">
          <path d="M232 424C208 216 262 126 360 126c98 0 150 86 128 298-10 22-50 24-74 4H308c-24 20-66 18-76-4Z" />
          <path d="M60 800C66 650 122 570 270 514h180c148 56 204 136 210 286Z" />
        </g>
        <path fill="#9fb0a2" d="M312 384h96v92l58 44-106 120-106-120 58-44Z" />
        <path fill="#7d9184" d="M312 396c20 30 60 44 96 4v34c-30 26-68 24-96 2Z" />
        <path fill={LIGHT} d="M278 506 360 626 442 506 470 522 360 690 250 522Z" />
        <path fill={INK} d="M60 800C66 650 122 570 256 518l-22 74 40 22-34 22 124 164Z" />
        <path fill="#2c4a3d" d="M660 800C654 650 598 570 464 518l22 74-40 22 34 22-152 164Z" />
        <path fill="#a3b4a6" d="M356 176C294 176 258 232 262 306c2 52 28 88 64 114 12 8 22 12 34 12Z" />
        <path
          fill={LIGHT}
          d="M356 176c62 0 100 56 96 130-4 52-28 88-64 114-10 7-18 11-28 12-6-10 0-22-4-36-6-4-8-8-6-13-5-4-6-8-3-13l-3-10c-10-3-16-9-14-17 8-18 18-38 18-64-2-22-2-54 8-126Z"
        />
        <g fill={INK}>
          <path d="M368 305c8-10 20-14 30-12 10 1 18 6 26 14-9-5-17-7-24-8a9 9 0 0 1-14 1c-6 0-12 2-18 5ZM346 305c-8-10-20-14-30-12-10 1-18 6-26 14 9-5 17-7 24-8a9 9 0 0 0 14 1c6 0 12 2 18 5Z" />
          <path d="M366 276c14-14 42-18 62-2-20-8-40-8-62 2ZM344 276c-12-13-38-17-58-2 20-8 38-8 58 2Z" />
          <path d="M324 378c12 0 20-5 28-3 8-3 18 2 34 0-10 10-20 14-32 14-12 0-22-3-30-11Z" />
          <path d="M248 344C226 206 276 148 360 148c82 0 124 66 104 196-10-62-26-98-60-132-34 30-84 44-120 52-18 28-28 50-36 80Z" />
        </g>
        <path fill="var(--art-north)" d="M540 626l11 44h-22Z" />
        <path fill="var(--art-north)" opacity=".45" d="M540 714l-11-44h22Z" />
      </svg>
    </Plate>
  );
}
