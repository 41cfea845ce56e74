import { useEffect, useState } from 'react'
import type { Translate } from '../../../../languages/translate.ts'
import {
  type ListRoutePreview,
  PreviewListRoute,
  type PriceListPreview,
} from '../../../../modules/catalog/priceLists/contract.ts'
import { priceLabels } from '../../../../modules/catalog/prices/contract.ts'
import { vehicleKeys } from '../../../../modules/catalog/prices/quote.contract.ts'
import { useLanguage } from '../../../ui/language.ts'
import { useCommandCall } from '../../kit/api.ts'
import { ChoiceField } from '../../kit/ChoiceField.tsx'
import { FigureTable } from '../../kit/FigureTable.tsx'
import { showPrice } from '../../kit/format.ts'
import { Waiting } from '../../kit/States.tsx'

type Rule = Omit<typeof PreviewListRoute.input.static, 'id'>

interface ListRouteProps {
  rule: Rule
  changes: PriceListPreview['changes']
}

/** Compares the base prices of one route with those of the price list, by price band and by size of the party. */
export function ListRoute({ rule, changes }: ListRouteProps) {
  const routes = [
    ...new Map(changes.map(({ id, departure, destination }) => [id, `${departure} – ${destination}`])),
  ]
  const [chosen, setChosen] = useState<number | null>(null)
  const isThere = routes.some(([id]) => id === chosen)
  const id = isThere && chosen !== null ? chosen : routes[0]?.[0]
  const preview = useCommandCall(PreviewListRoute, { failed: 'Impossibile calcolare i prezzi della tratta' })
  const { mutate } = preview
  useEffect(() => {
    if (id !== undefined) mutate({ ...rule, id })
  }, [mutate, rule, id])
  return (
    <section aria-labelledby="list-route" className="mt-3 grid gap-3">
      <h3 id="list-route" className="font-semibold">
        Una tratta, prima e con il listino
      </h3>
      <ChoiceField
        label="Tratta"
        isRequired
        value={String(id ?? '')}
        choices={routes}
        onPick={(value) => setChosen(Number(value))}
      />
      {preview.data ? <Tables of={preview.data} /> : <Waiting rows={4} />}
    </section>
  )
}

function Tables({ of: { prices, parties } }: { of: ListRoutePreview }) {
  const { t } = useLanguage()
  return (
    <div className="figures grid items-start gap-5 lg:grid-cols-2">
      <FigureTable
        caption="Prezzi"
        head={['Prezzo', ...compared]}
        rows={prices.map(({ field, base, list }) =>
          comparison(priceLabels[field], showPrice(base), showPrice(list)),
        )}
      />
      <FigureTable
        caption="Quanto paga un gruppo"
        head={['Passeggeri', ...compared]}
        rows={parties.map(({ passengers, base, list }) =>
          comparison(String(passengers), offersText(t, base), offersText(t, list)),
        )}
      />
    </div>
  )
}

const compared = ['Base', 'Listino']

/** Returns a row, which highlights a changed price. */
const comparison = (name: string, base: string, list: string) => ({
  key: name,
  name,
  cells: [
    <span key="base" className="text-ink-soft">
      {base}
    </span>,
    <span key="list" className={base === list ? 'text-ink-soft' : 'font-semibold'}>
      {list}
    </span>,
  ],
})

/** Returns one line per vehicle, such as `Berlina 110 €`. */
const offersText = (t: Translate, offers: ListRoutePreview['parties'][number]['base']) =>
  offers.map(({ vehicle, total }) => `${t(vehicleKeys[vehicle])} ${showPrice(total)}`).join('\n') || '—'
