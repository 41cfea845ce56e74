import { ListPriceFaults, priceLabels } from '../../../../modules/catalog/prices/contract.ts'
import { adminPath } from '../../kit/adminPath.ts'
import { useQueryCall } from '../../kit/api.ts'
import { countOf, showPrice } from '../../kit/format.ts'
import { Answer } from '../../kit/States.tsx'
import { CountRow } from './CountRow.tsx'
import { LiveBlock } from './LiveBlock.tsx'

/** Maximum number of suspicious prices in the list. The summary counts all suspicious prices. */
const shownMax = 5

interface Row {
  id: string
  to: string
  text: string
  note?: string
}

export function PriceFaults({ isHeld }: { isHeld: boolean }) {
  const faults = useQueryCall(ListPriceFaults, {})
  return (
    <Answer of={faults} rows={2}>
      {({ missing, warnings }) => (
        <LiveBlock
          title="Prezzi da controllare"
          summary={summaryOf(missing, warnings.length)}
          rows={rowsOf(missing, warnings)}
          idOf={({ id }) => id}
          isHeld={isHeld}
        >
          {({ id: _, ...row }) => <CountRow {...row} />}
        </LiveBlock>
      )}
    </Answer>
  )
}

type Warnings = (typeof ListPriceFaults)['output']['static']['warnings']

function rowsOf(missing: number, warnings: Warnings): Row[] {
  const suspicious = warnings.slice(0, shownMax).map(
    ({ id, field, value, message, departure, destination }): Row => ({
      id: `${id}-${field}`,
      to: adminPath('tratte/:id/', { id }),
      text: `${departure} – ${destination}, ${priceLabels[field]}: ${showPrice(value)}`,
      note: message,
    }),
  )
  if (missing === 0) return suspicious
  const text = countOf(missing, ['tratta attiva senza tutti i prezzi', 'tratte attive senza tutti i prezzi'])
  return [
    { id: 'missing', to: adminPath('tratte/', {}, { missing: 'prices', active: 'true' }), text },
    ...suspicious,
  ]
}

function summaryOf(missing: number, suspicious: number): string {
  if (missing + suspicious === 0) return 'Nessun prezzo manca o sembra sbagliato.'
  if (suspicious === 0) return 'Nessun prezzo sembra sbagliato.'
  return countOf(suspicious, ['prezzo sembra fuori misura', 'prezzi sembrano fuori misura'])
}
