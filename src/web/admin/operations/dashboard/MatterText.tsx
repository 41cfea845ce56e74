import { Link } from 'react-router'
import { useRights } from '../../kit/rights.ts'

/** A state that needs staff, and the section in which staff act on this state. */
export interface Matter {
  text: string
  to: string
  action: string
}

export function MatterText({ matter: { text, to, action } }: { matter: Matter }) {
  const { opens } = useRights()
  return (
    <span>
      {text}{' '}
      {opens(to) && (
        <Link to={to} className="text-sea-deep underline">
          {action}
        </Link>
      )}
    </span>
  )
}
