import { SunMoon } from 'lucide-react';
import { useTheme } from '@/lib/theme';
import { Button } from '@/ui/button';
import { Tooltip } from '@/ui/tooltip';

export function ThemeButton() {
  const { theme, toggle } = useTheme();
  const label = theme === 'dark' ? 'Usar tema claro' : 'Usar tema escuro';
  return (
    <Tooltip label={label}>
      <Button variant="ghost" size="icon" aria-label={label} onClick={toggle}>
        <SunMoon aria-hidden="true" className="size-4.5" strokeWidth={1.6} />
      </Button>
    </Tooltip>
  );
}
