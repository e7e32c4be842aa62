import { paths } from '@/app/pages';
import { Button, type ButtonProps } from '@/ui/button';
import { TextLink } from '@/ui/link';

export interface SendRowProps extends Pick<ButtonProps, 'busy' | 'busyLabel' | 'children'> {
  /** Purpose of the data. */
  purpose: string;
}

/** The button that sends a public form, and what its data is for. */
export function SendRow({ purpose, ...button }: SendRowProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-4 sm:col-span-2">
      <Button type="submit" {...button} className="max-sm:w-full" />
      <p className="max-w-[44ch] type-meta">
        {purpose} <TextLink href={paths.privacy}>Política de privacidade</TextLink>
      </p>
    </div>
  );
}
