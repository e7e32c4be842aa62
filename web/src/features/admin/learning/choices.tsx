import { Checkbox } from '@/ui/checkbox';

interface ChoicesProps {
  legend: string;
  options: readonly (readonly [value: string, label: string])[];
  value: readonly string[];
  onChange: (value: string[]) => void;
}

/** Several of some options. */
export function Choices({ legend, options, value, onChange }: ChoicesProps) {
  return (
    <fieldset>
      <legend className="font-label text-sm leading-tight">{legend}</legend>
      <div className="mt-1 flex flex-wrap gap-x-8">
        {options.map(([id, label]) => (
          <Checkbox
            key={id}
            checked={value.includes(id)}
            onChange={(event) => onChange(event.target.checked ? [...value, id] : value.filter((one) => one !== id))}
          >
            {label}
          </Checkbox>
        ))}
      </div>
    </fieldset>
  );
}
