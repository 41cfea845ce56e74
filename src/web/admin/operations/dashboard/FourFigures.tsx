import { Link } from 'react-router'
import { kindNames } from '../../../../modules/leads/lead/contract.ts'
import type { Dashboard } from '../../../../modules/operations/dashboard/contract.ts'
import { adminPath } from '../../kit/adminPath.ts'
import { showNumber } from '../../kit/format.ts'
import { useRights } from '../../kit/rights.ts'
import { kindsInOrder } from '../../leads/lead/leadLabels.ts'

/** The four figures of the panel in one quiet line, each with a link to its list. */
export function FourFigures({ figures }: { figures: Dashboard }) {
  const { opens } = useRights()
  const { requestsToday, requestsTotal, requestsByKind, posts, activeRoutes } = figures
  const drafts = posts.total - posts.published
  const all = [
    {
      label: 'Richieste oggi',
      value: requestsToday,
      to: adminPath('richieste/'),
      more: kindsIn(requestsByKind, 'today'),
    },
    {
      label: 'Richieste totali',
      value: requestsTotal,
      to: adminPath('richieste/'),
      more: kindsIn(requestsByKind, 'total'),
    },
    {
      label: 'Articoli blog',
      value: posts.published,
      to: adminPath('blog/'),
      more: drafts > 0 ? `${showNumber(drafts)} in bozza` : '',
    },
    { label: 'Tratte attive', value: activeRoutes, to: adminPath('tratte/'), more: '' },
  ]
  return (
    <ul className="mb-4 flex flex-wrap gap-x-6 text-sm max-sm:grid max-sm:grid-cols-2 sm:mb-5">
      {all
        .filter(({ to }) => opens(to))
        .map(({ label, value, more, to }) => (
          <li key={label}>
            <Link
              to={to}
              className="inline-flex min-h-11 flex-wrap items-baseline gap-x-1.5 py-2 hover:underline"
            >
              <span className="text-ink-soft">{label}</span>
              <span className="figures font-semibold">{showNumber(value)}</span>
              {more && <span className="text-ink-soft">({more})</span>}
            </Link>
          </li>
        ))}
    </ul>
  )
}

/** Returns the counts of the kinds in their order in the inbox, such as `12 disponibilità, 3 messaggi`. */
const kindsIn = (rows: Dashboard['requestsByKind'], column: 'today' | 'total') =>
  kindsInOrder
    .flatMap((kind) => {
      const count = rows.find((row) => row.kind === kind)?.[column] ?? 0
      const { one, many } = kindNames[kind]
      return count > 0 ? `${showNumber(count)} ${(count === 1 ? one : many).toLowerCase()}` : []
    })
    .join(', ')
