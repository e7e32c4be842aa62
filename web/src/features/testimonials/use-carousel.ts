import { type KeyboardEvent, useState } from 'react';

export interface Carousel {
  index: number;
  /** True if somebody has moved it: only then are changes announced and animated. */
  touched: boolean;
  /** Shows an item; wraps around at both ends. */
  show: (index: number) => void;
  onKeyDown: (event: KeyboardEvent) => void;
}

/** The shown one of `total` items. It never moves by itself. */
export function useCarousel(total: number): Carousel {
  const [index, setIndex] = useState(0);
  const [touched, setTouched] = useState(false);

  const show = (next: number) => {
    setTouched(true);
    setIndex((next + total) % total);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    show(index + step);
  };
  return { index, touched, show, onKeyDown };
}
