import {
  DeleteRoute,
  ListRoutes,
  type RouteSummary,
  SwitchRoute,
} from '../../../../modules/catalog/routes/contract.ts'
import { ReadCompany } from '../../../../modules/settings/company/contract.ts'
import { Arrowed } from '../../../ui/Arrowed.tsx'
import { adminPath } from '../../kit/adminPath.ts'
import { useCommandCall, useQueryCall } from '../../kit/api.ts'
import { Badge } from '../../kit/Badge.tsx'
import type { DataColumn } from '../../kit/DataTable.tsx'
import { showDate, showNumber, showPrice } from '../../kit/format.ts'
import { rowActionClass } from '../../kit/RowAction.tsx'
import { RowLink } from '../../kit/RowLink.tsx'
import { useRights } from '../../kit/rights.ts'
import { thingActions } from '../../kit/ThingActions.tsx'
import { IndexBadge } from './IndexBadge.tsx'
import { shortBarriers } from './indexLabels.ts'
import { quoteMail } from './quoteMail.ts'

const nameOf = ({ departure, destination }: RouteSummary) => `${departure} - ${destination}`

export const routeColumns: DataColumn<RouteSummary>[] = [
  { id: 'route', header: 'Tratta', sort: 'departure', cell: (route) => <Name route={route} /> },
  { id: 'state', header: 'Stato', cell: (route) => <Switch route={route} /> },
  { id: 'type', header: 'Tipologia', cell: ({ transferType }) => transferType ?? 'Transfer sconosciuto' },
  {
    id: 'distance',
    header: 'Distanza e durata',
    sort: 'distance',
    cell: ({ distanceKm, estimatedDuration }) => (
      <span className="figures">
        <span className="whitespace-nowrap">
          {distanceKm === null ? '—' : `${showNumber(distanceKm)} km`}
        </span>
        {' · '}
        <span className="whitespace-nowrap">{estimatedDuration || '—'}</span>
      </span>
    ),
  },
  {
    id: 'min2',
    header: 'Min 2 pax',
    sort: 'price',
    align: 'right',
    cell: ({ priceMin2Pax }) => <Amount price={priceMin2Pax} />,
  },
  {
    id: 'three',
    header: '3-4 pax',
    align: 'right',
    cell: ({ price3to4Pax }) => <Amount price={price3to4Pax} />,
  },
  {
    id: 'private',
    header: 'Privato',
    align: 'right',
    cell: ({ price1to3Pax, price4to8Pax }) => <PrivatePrices car={price1to3Pax} van={price4to8Pax} />,
  },
  {
    id: 'searches',
    header: 'Ricerche',
    sort: 'ricerche',
    align: 'right',
    isHidden: true,
    cell: ({ ricerche }) => showNumber(ricerche),
  },
  {
    id: 'updated',
    header: 'Aggiornata',
    sort: 'updatedAt',
    isHidden: true,
    cell: ({ updatedAt }) => showDate(updatedAt),
  },
  thingActions({
    path: 'tratte/:id/',
    name: nameOf,
    before: (route) => (
      <>
        <Quote route={route} />
        {route.isActive && (
          <a
            href={`/tratte/transfer-${route.slug}/`}
            target="_blank"
            rel="noopener"
            className={rowActionClass}
          >
            Apri sul sito<span className="sr-only"> {nameOf(route)}</span>
          </a>
        )}
      </>
    ),
    deletion: {
      command: DeleteRoute,
      title: ({ departure, destination }) => `Eliminare la tratta ${departure} – ${destination}?`,
      text: () =>
        'La sua pagina risponderà che non esiste più. Per toglierla dal sito senza perderla, disattivala.',
      done: 'Tratta eliminata',
      failed: 'Impossibile eliminare la tratta',
      renews: [ListRoutes.http],
    },
  }),
]

/** A price stays on one line; the words for a missing price may break, because the table is wide. */
const Amount = ({ price }: { price: string | null }) => (
  <span className={Number(price) > 0 ? 'whitespace-nowrap' : undefined}>{showPrice(price)}</span>
)

function PrivatePrices({ car, van }: { car: string | null; van: string | null }) {
  if (car === null && van === null) return <Amount price={null} />
  const lines = [
    ['1-3', car],
    ['4-8', van],
  ] as const
  return lines.map(([passengers, price]) => (
    <span key={passengers} className="block whitespace-nowrap">
      <span className="text-ink-soft text-sm">{passengers}:</span> {price === null ? '—' : showPrice(price)}
    </span>
  ))
}

const unknownPlace = 'Località sconosciuta'

function Name({ route }: { route: RouteSummary }) {
  const { id, departure, destination, isMainRoute, isDemo, isActive, isIndexed, gateReasons } = route
  return (
    <span className="inline-flex flex-wrap items-center gap-2 md:min-w-40">
      <RowLink to={adminPath('tratte/:id/', { id })}>
        <Arrowed text={`${departure ?? unknownPlace} → ${destination ?? unknownPlace}`} />
      </RowLink>
      {isMainRoute && <Badge tone="info">Principale</Badge>}
      {isDemo && <Badge tone="warn">Prezzi dimostrativi</Badge>}
      {isActive && !isIndexed && (
        <span className="text-ink-soft text-xs">
          <IndexBadge isActive isIndexed={false} />{' '}
          {gateReasons?.map((reason) => shortBarriers[reason]).join(', ') ?? 'da controllare'}
        </span>
      )}
    </span>
  )
}

function Switch({ route: { id, departure, destination, isActive } }: { route: RouteSummary }) {
  const { may } = useRights()
  const turn = useCommandCall(SwitchRoute, {
    done: (route) => (route.isActive ? 'Tratta attivata' : 'Tratta disattivata'),
    failed: 'Impossibile aggiornare la tratta',
    renews: [ListRoutes.http],
  })
  return (
    <label className="inline-flex min-h-(--target) items-center gap-2">
      <input
        type="checkbox"
        aria-label={`Attiva: ${departure} - ${destination}`}
        className="size-5 accent-sea"
        checked={isActive}
        disabled={!may(SwitchRoute)}
        aria-disabled={turn.isPending || undefined}
        onChange={({ target }) => !turn.isPending && turn.mutate({ id, isActive: target.checked })}
      />
      <span className="md:max-xl:hidden">
        {isActive ? <Badge tone="ok">Attiva</Badge> : <Badge tone="quiet">Disattiva</Badge>}
      </span>
    </label>
  )
}

function Quote({ route }: { route: RouteSummary }) {
  const company = useQueryCall(ReadCompany, {})
  const quote = quoteMail(route, company.data?.email)
  if (!quote) return null
  return (
    <a href={quote} className={rowActionClass}>
      Richiedi Quotazione<span className="sr-only"> {nameOf(route)}</span>
    </a>
  )
}
