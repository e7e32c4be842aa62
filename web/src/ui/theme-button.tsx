import { SunMoon } from 'lucide-react';
import { chooseTheme, useTheme } from '@/lib/theme';
import { Button } from './button';
import { Tooltip } from './tooltip';

/** Chooses the light or dark theme in the members and admin areas. */
export function ThemeButton() {
  const dark = useTheme() === 'dark';
  const label = dark ? 'Usar tema claro' : 'Usar tema escuro';
  return (
    <Tooltip label={label}>
      <Button variant="ghost" size="icon" aria-label={label} onClick={() => chooseTheme(dark ? 'light' : 'dark')}>
        <SunMoon aria-hidden="true" className="size-4.5" strokeWidth={1.6} />
      </Button>
    </Tooltip>
  );
}
