import type { ComponentProps } from 'react'

export const rowActionClass =
  'inline-flex min-h-(--target) items-center rounded-field xl:whitespace-nowrap px-2 text-sea-deep underline-offset-4 hover:bg-sea-pale hover:underline aria-disabled:opacity-60'

/** For a short link in a table, such as a number, so that a finger can press the link. */
export const cellLinkClass =
  'inline-flex min-h-6 min-w-6 items-center pointer-coarse:min-h-(--target) pointer-coarse:min-w-(--target) text-sea-deep underline'

/** Button in a row. It uses `aria-disabled`, because a `disabled` button loses the focus. */
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

/** Two actions of a table stay on one line, on a wide screen three; four would make a table too wide. */
export function RowActions({ children }: ComponentProps<'div'>) {
  return (
    <div className="-mx-2 flex flex-wrap gap-1 md:justify-end md:not-has-[>:nth-child(3)]:flex-nowrap md:not-has-[>:nth-child(3)]:whitespace-nowrap xl:not-has-[>:nth-child(4)]:flex-nowrap print:hidden">
      {children}
    </div>
  )
}
