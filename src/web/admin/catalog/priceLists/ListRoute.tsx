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
      <Compared
        caption="Prezzi"
        first="Prezzo"
        rows={prices.map(({ field, base, list }) => [priceLabels[field], showPrice(base), showPrice(list)])}
      />
      <Compared
        caption="Quanto paga un gruppo"
        first="Passeggeri"
        rows={parties.map(({ passengers, base, list }) => [
          String(passengers),
          offersText(t, base),
          offersText(t, list),
        ])}
      />
    </div>
  )
}

interface ComparedProps {
  caption: string
  first: string
  rows: [name: string, base: string, list: string][]
}

function Compared({ caption, first, rows }: ComparedProps) {
  return (
    <table className="w-full text-sm">
      <caption className="mb-1 text-left font-medium">{caption}</caption>
      <thead>
        <tr className="border-line border-b text-left text-ink-soft">
          <th scope="col" className="py-1 pr-3 font-medium">
            {first}
          </th>
          <th scope="col" className="py-1 pr-3 font-medium">
            Base
          </th>
          <th scope="col" className="py-1 font-medium">
            Listino
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(([name, base, list]) => (
          <tr key={name} className="border-line border-b align-top">
            <th scope="row" className="py-1.5 pr-3 text-left font-normal">
              {name}
            </th>
            <td className="whitespace-pre-line py-1.5 pr-3 text-ink-soft">{base}</td>
            <td className={`whitespace-pre-line py-1.5 ${base === list ? 'text-ink-soft' : 'font-semibold'}`}>
              {list}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Returns one line per vehicle, such as `Berlina 110 €`. */
const offersText = (t: Translate, offers: ListRoutePreview['parties'][number]['base']) =>
  offers.map(({ vehicle, total }) => `${t(vehicleKeys[vehicle])} ${showPrice(total)}`).join('\n') || '—'
