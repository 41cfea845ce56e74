import type { ReactNode } from 'react'
import { Link } from 'react-router'

/** Link from a row of a list to its own screen. */
export function RowLink({
  to,
  className = '',
  children,
}: {
  to: string
  className?: string
  children: ReactNode
}) {
  return (
    <Link to={to} className={`${className} font-medium text-sea-deep underline`}>
      {children}
    </Link>
  )
}
