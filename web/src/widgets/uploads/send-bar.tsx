/** The bar of a file that is being sent, of which `percent` has arrived. */
export function SendBar({ label, percent }: { label: string; percent: number }) {
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuenow={percent}
      aria-valuetext={percent < 100 ? `${percent} por cento enviado` : 'Recebido, guardando'}
      aria-valuemin={0}
      aria-valuemax={100}
      className="h-1.5 bg-muted"
    >
      <div
        className="h-full border-r-2 border-north bg-foreground transition-[width] duration-(--dur-2)"
        style={{ width: `${percent}%` }}
      />
    </div>
  );
}
