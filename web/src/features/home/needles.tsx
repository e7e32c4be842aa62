import { useEffect, useRef } from 'react';
import { cx } from '@/lib/cx';

const NEEDLE_COUNT = 20;
const NORTH = 6;
const needles = Array.from({ length: NEEDLE_COUNT }, (_, index) => index);

export function Needles({ className }: { className?: string }) {
  const field = useRef<HTMLDivElement>(null);
  useEffect(() => (field.current ? followPointer(field.current) : undefined), []);
  return (
    <div ref={field} aria-hidden="true" className={cx('needles', className)}>
      {needles.map((index) => (
        <div key={index} className={index === NORTH ? 'needle needle-north' : 'needle'}>
          <svg viewBox="-50 -50 100 100" aria-hidden="true">
            <path d="M50 0 0 8.2 0-8.2Z" fill="currentColor" />
            <path d="M-50 0 0-8.2 0 8.2Z" fill="currentColor" opacity={index === NORTH ? '.5' : '.26'} />
          </svg>
        </div>
      ))}
    </div>
  );
}

const degrees = (radians: number) => (radians * 180) / Math.PI;
const matches = (query: string) => window.matchMedia(query).matches;

function followPointer(field: HTMLElement): (() => void) | undefined {
  if (matches('(prefers-reduced-motion: reduce)') || !matches('(pointer: fine)')) return undefined;
  const turning = [...field.children].flatMap((cell, index) => {
    const needle = cell.firstElementChild;
    return index !== NORTH && needle instanceof SVGElement ? [{ cell, needle }] : [];
  });
  let resting: number[] = [];
  let frame = 0;

  const onEnter = () => {
    resting = turning.map(({ needle }) => Number.parseFloat(getComputedStyle(needle).rotate) || 0);
  };
  const onMove = (event: PointerEvent) => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(() => {
      turning.forEach(({ cell, needle }, index) => {
        const box = cell.getBoundingClientRect();
        const toPointer = degrees(
          Math.atan2(event.clientY - box.top - box.height / 2, event.clientX - box.left - box.width / 2),
        );
        const rest = resting[index] ?? 0;
        const shortWay = ((toPointer - rest + 540) % 360) - 180;
        needle.style.setProperty('--turn', `${rest + shortWay}deg`);
      });
    });
  };
  const onLeave = () => {
    cancelAnimationFrame(frame);
    for (const { needle } of turning) needle.style.removeProperty('--turn');
  };
  field.addEventListener('pointerenter', onEnter);
  field.addEventListener('pointermove', onMove);
  field.addEventListener('pointerleave', onLeave);
  return () => {
    onLeave();
    field.removeEventListener('pointerenter', onEnter);
    field.removeEventListener('pointermove', onMove);
    field.removeEventListener('pointerleave', onLeave);
  };
}
