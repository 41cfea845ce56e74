import type { ComponentProps } from 'react'

/** Each look has a border, because forced colours remove every other sign of a button. */
const looks = {
  /** Look of the most important button of a view; use it once. */
  sun: 'border-transparent bg-sun text-on-sun hover:bg-sun-deep',
  sea: 'border-transparent bg-sea text-on-fill hover:bg-sea-deep',
  ink: 'border-transparent bg-ink text-on-fill hover:bg-ink-deep',
  plain: 'border-ink/25 bg-card text-ink hover:border-ink',
  night: 'border-white/40 text-white hover:border-white hover:bg-white/10',
} as const

type Look = keyof typeof looks

export const buttonClass = (look: Look, more = '') =>
  `inline-flex min-h-(--control) border items-center justify-center gap-2.5 rounded-field px-5 py-2.5 text-center font-semibold
  wrap-break-word leading-tight no-underline transition-colors disabled:opacity-60 aria-busy:cursor-progress ${looks[look]} ${more}`
    .replace(/\s+/g, ' ')
    .trim()

type ButtonProps = ComponentProps<'button'> & { look: Look }

export function Button({ look, className, ...rest }: ButtonProps) {
  return <button type="button" {...rest} className={buttonClass(look, className)} />
}

type ButtonLinkProps = ComponentProps<'a'> & { look: Look; href: string | undefined }

/** A link that looks like a button and works without JavaScript. Without a target it is plain text. */
export function ButtonLink({ look, className, children, ...rest }: ButtonLinkProps) {
  if (rest.href === undefined) return <span className={className}>{children}</span>
  return (
    <a {...rest} className={buttonClass(look, className)}>
      {children}
    </a>
  )
}
