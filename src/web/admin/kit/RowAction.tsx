import type { ComponentProps } from 'react'

/** For a link that stands among a row's actions. */
export const rowActionClass =
  'inline-flex min-h-9 items-center rounded-field px-2 text-sea-deep underline-offset-4 hover:bg-sea-pale hover:underline aria-disabled:opacity-60'

/**
 * What can be done with one row: quieter than a button, so that a long list stays readable. While it is disabled it
 * keeps the keyboard focus, which the browser takes from a `disabled` button.
 */
export function RowAction({ disabled = false, onClick, ...props }: ComponentProps<'button'>) {
  return (
    <button
      type="button"
      {...props}
      aria-disabled={disabled || undefined}
      onClick={disabled ? undefined : onClick}
      className={rowActionClass}
    />
  )
}

/** The line of a row's actions. */
export function RowActions({ children }: ComponentProps<'div'>) {
  return <div className="-mx-2 flex flex-wrap gap-1 md:justify-end">{children}</div>
}
