import { type KeyboardEvent, useState } from 'react';

export interface Carousel {
  index: number;
  /** Whether somebody has moved it: only then are changes read out and shown with a motion. */
  touched: boolean;
  /** Goes to an item; before the first comes the last, and after the last the first. */
  show: (index: number) => void;
  onKeyDown: (event: KeyboardEvent) => void;
}

/** Which of `total` items is shown. It never moves by itself. */
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
