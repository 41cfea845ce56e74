import { Link } from 'react-router'

/** A quiet link below a block to a section that shows one day. */
export function DayLink({ to, children }: { to: string; children: string }) {
  return (
    <Link
      to={to}
      className="inline-flex min-h-6 items-center pointer-coarse:min-h-(--target) text-sea-deep text-sm underline"
    >
      {children}
    </Link>
  )
}
