import { romanDay } from '../../../../kernel/romanDay.ts'
import { Button } from '../../../ui/Button.tsx'

interface TodaysListsProps {
  names: string[]
  onShowDay: (day: string) => void
}

const enumeration = new Intl.ListFormat('it')

/** Shows that visitors see other prices today than the base prices of the grid, and offers those prices. */
export function TodaysLists({ names, onShowDay }: TodaysListsProps) {
  if (names.length === 0) return null
  const lists = names.length === 1 ? 'vale il listino' : 'valgono i listini'
  return (
    <div className="mb-3 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-field border border-line bg-panel px-3 py-2 text-sm">
      <p>
        Qui ci sono i prezzi di base. Per i viaggi di oggi {lists}{' '}
        <strong>{enumeration.format(names)}</strong>.
      </p>
      <Button look="plain" onClick={() => onShowDay(romanDay(new Date()))}>
        Vedi i prezzi di oggi
      </Button>
    </div>
  )
}
