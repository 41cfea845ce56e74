import { NavLink } from 'react-router'
import { adminPath } from '../../kit/adminPath.ts'

const tabs = [
  [adminPath('reindirizzamenti/'), 'Reindirizzamenti'],
  [adminPath('reindirizzamenti/non-trovate/'), 'Pagine non trovate'],
] as const

export function RedirectTabs() {
  return (
    <nav aria-label="Elenchi" className="mb-4 flex gap-1 border-line border-b">
      {tabs.map(([to, label]) => (
        <NavLink
          key={to}
          to={to}
          end
          className="-mb-px border-transparent border-b-2 px-4 py-2.5 text-ink-soft hover:text-ink aria-[current=page]:border-sea aria-[current=page]:font-semibold aria-[current=page]:text-ink"
        >
          {label}
        </NavLink>
      ))}
    </nav>
  )
}
