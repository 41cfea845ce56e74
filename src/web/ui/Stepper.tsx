interface StepperProps {
  label: string
  value: number
  min: number
  max: number
  /** The value in words, if a number alone is not enough. */
  shown?: string
  /** Labels of the buttons: "Togli un passeggero", "Aggiungi un passeggero". */
  less: string
  more: string
  onChange(value: number): void
}

/** A small number between two buttons, which stay focusable at the limits so that the focus is not lost. */
export function Stepper({ label, value, min, max, shown, less, more, onChange }: StepperProps) {
  const step = (by: number) => onChange(Math.min(max, Math.max(min, value + by)))
  return (
    <div>
      <p className="font-medium text-sm">{label}</p>
      <div className="mt-1.5 flex items-center rounded-field border border-ink/55 bg-white">
        <StepButton name={less} sign="−" isAtEnd={value <= min} onClick={() => step(-1)} />
        <span className="figures flex-1 text-center font-semibold text-xl">{shown ?? value}</span>
        <StepButton name={more} sign="+" isAtEnd={value >= max} onClick={() => step(1)} />
      </div>
    </div>
  )
}

interface StepButtonProps {
  name: string
  sign: string
  isAtEnd: boolean
  onClick(): void
}

function StepButton({ name, sign, isAtEnd, onClick }: StepButtonProps) {
  return (
    <button
      type="button"
      data-app
      aria-label={name}
      aria-disabled={isAtEnd}
      onClick={onClick}
      className="grid h-12 w-11 shrink-0 place-items-center rounded-field text-2xl text-sea hover:bg-sea-pale
        aria-disabled:text-ink-soft aria-disabled:opacity-60"
    >
      <span aria-hidden="true">{sign}</span>
    </button>
  )
}
