import { type ComponentProps, type ReactNode, useId } from 'react'
import { useLanguage } from './language.ts'
import { fieldTool } from './tools.ts'

const controlClass =
  'block w-full rounded-field border border-ink/55 bg-card px-3.5 py-2.5 text-ink aria-invalid:border-brick ' +
  'aria-invalid:bg-brick-pale [&[readonly]]:bg-panel'

interface FrameProps {
  label: string
  /** Message that marks the field as invalid. */
  error?: string | undefined
  hint?: ReactNode
  /** True shows a mark for a valid value, false a mark for an invalid value, undefined no mark. */
  isValid?: boolean | undefined
  className?: string | undefined
  /** True for a label inside the border, which saves height where the price must fit on a phone's first screen. */
  isBoxed?: boolean | undefined
}

/** Attributes of an invalid field. The page of a form that was refused without JavaScript opens at its first error. */
const refused = { 'aria-invalid': true, autoFocus: true } as const

type Described = { id: string; 'aria-describedby'?: string } & Partial<typeof refused>

interface WholeFrameProps extends FrameProps {
  isOptional: boolean
  children: (described: Described) => ReactNode
}

function Frame({
  label,
  error,
  hint,
  isValid,
  className = '',
  isBoxed = false,
  isOptional,
  children,
}: WholeFrameProps) {
  const { t } = useLanguage()
  const id = useId()
  const described: Described = { id }
  if (error) Object.assign(described, refused)
  if (error || hint) described['aria-describedby'] = `${id}-note`
  return (
    <div className={className}>
      {isBoxed ? (
        <div className="box-field">
          <label htmlFor={id}>{label}</label>
          {children(described)}
        </div>
      ) : (
        <>
          <div className="mb-1.5 flex items-baseline gap-2 text-sm">
            <label htmlFor={id} className="flex items-baseline gap-2 font-medium">
              {label}
              {isOptional && <span className="font-normal text-ink-soft">{t('field.optional')}</span>}
            </label>
            {isValid !== undefined && <Mark isValid={isValid} />}
          </div>
          {children(described)}
        </>
      )}
      {(error || hint) && (
        <p
          id={`${id}-note`}
          className={`${isBoxed ? 'mt-1' : 'mt-1.5'} text-sm ${error ? 'font-medium text-brick' : 'text-ink-soft'}`}
        >
          {error || hint}
        </p>
      )}
    </div>
  )
}

function Mark({ isValid }: { isValid: boolean }) {
  const { t } = useLanguage()
  return (
    <span
      role="img"
      aria-label={t(isValid ? 'field.valid' : 'field.invalid')}
      className={isValid ? 'text-leaf' : 'text-brick'}
    >
      {isValid ? '✓' : '✗'}
    </span>
  )
}

export function TextField({
  label,
  error,
  hint,
  isValid,
  className,
  isBoxed,
  ...input
}: FrameProps & ComponentProps<'input'>) {
  return (
    <Frame
      label={label}
      error={error}
      hint={hint}
      isValid={isValid}
      className={className}
      isBoxed={isBoxed}
      isOptional={!input['aria-required'] && !input.readOnly}
    >
      {(described) => (
        <input
          type="text"
          {...fieldTool(input.name)}
          {...input}
          {...described}
          className={isBoxed ? undefined : `${controlClass} h-(--control)`}
        />
      )}
    </Frame>
  )
}

export function TextArea({
  label,
  error,
  hint,
  isValid,
  className,
  ...area
}: FrameProps & ComponentProps<'textarea'>) {
  return (
    <Frame
      label={label}
      error={error}
      hint={hint}
      isValid={isValid}
      className={className}
      isOptional={!area['aria-required']}
    >
      {(described) => (
        <textarea rows={3} {...fieldTool(area.name)} {...area} {...described} className={controlClass} />
      )}
    </Frame>
  )
}

export function SelectField({
  label,
  error,
  hint,
  isValid,
  className,
  isBoxed,
  ...select
}: FrameProps & ComponentProps<'select'>) {
  return (
    <Frame
      label={label}
      error={error}
      hint={hint}
      isValid={isValid}
      className={className}
      isBoxed={isBoxed}
      isOptional={!select['aria-required']}
    >
      {(described) => (
        <select
          {...fieldTool(select.name)}
          {...select}
          {...described}
          className={isBoxed ? undefined : `${controlClass} h-(--control) py-0!`}
        />
      )}
    </Frame>
  )
}

type CheckFieldProps = Omit<ComponentProps<'input'>, 'type'> & {
  error?: string | undefined
  children: ReactNode
}

export function CheckField({ error, children, ...input }: CheckFieldProps) {
  const id = useId()
  return (
    <div>
      <div className="flex items-start gap-1">
        <span className="-ml-2.5 grid size-11 shrink-0 place-items-center">
          <input
            type="checkbox"
            id={id}
            {...(error && { ...refused, 'aria-describedby': `${id}-note` })}
            className="size-6 accent-sea"
            {...fieldTool(input.name)}
            {...input}
          />
        </span>
        <label htmlFor={id} className="py-2.5 text-sm">
          {children}
        </label>
      </div>
      {error && (
        <p id={`${id}-note`} className="font-medium text-brick text-sm">
          {error}
        </p>
      )}
    </div>
  )
}
