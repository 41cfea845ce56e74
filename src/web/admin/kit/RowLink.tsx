import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useRights } from './rights.ts'
import { rowLink } from './rowOpening.ts'

/** Link from a row of a list to its own screen. Users who may not open this screen see only the text. */
export function RowLink({
  to,
  className = '',
  children,
}: {
  to: string
  className?: string
  children: ReactNode
}) {
  const { opens } = useRights()
  if (!opens(to)) return <span className={`${className} font-medium`}>{children}</span>
  return (
    <Link {...rowLink} to={to} className={`${className} font-medium text-sea-deep underline`}>
      {children}
    </Link>
  )
}
