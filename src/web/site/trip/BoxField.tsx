import { type ComponentProps, type ReactNode, useId } from 'react'

interface FrameProps {
  label: string
  error?: string | undefined
  className?: string | undefined
}

type Described = { id: string; 'aria-invalid'?: true; 'aria-describedby'?: string }

/** A field with its label inside its border, so that a trip and its price fit on the first screen of a phone. */
function BoxField({
  label,
  error,
  className = '',
  children,
}: FrameProps & { children(described: Described): ReactNode }) {
  const id = useId()
  const described: Described = { id }
  if (error) Object.assign(described, { 'aria-invalid': true, 'aria-describedby': `${id}-note` })
  return (
    <div className={className}>
      <div className="box-field">
        <label htmlFor={id}>{label}</label>
        {children(described)}
      </div>
      {error && (
        <p id={`${id}-note`} className="mt-1 font-medium text-brick text-sm">
          {error}
        </p>
      )}
    </div>
  )
}

export function DayField({ label, error, className, ...input }: FrameProps & ComponentProps<'input'>) {
  return (
    <BoxField {...{ label, error, className }}>
      {(described) => <input type="date" {...input} {...described} />}
    </BoxField>
  )
}

interface CountFieldProps extends FrameProps {
  name: string
  value: number
  /** The choices, as text by count. */
  choices: readonly (readonly [number, string])[]
}

export function CountField({ label, error, className, name, value, choices }: CountFieldProps) {
  return (
    <BoxField {...{ label, error, className }}>
      {(described) => (
        <select name={name} defaultValue={value} {...described}>
          {choices.map(([count, text]) => (
            <option key={count} value={count}>
              {text}
            </option>
          ))}
        </select>
      )}
    </BoxField>
  )
}
