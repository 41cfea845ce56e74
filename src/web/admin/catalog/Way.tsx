import { Icon } from '../kit/icons.tsx'

/** `Partenza → Destinazione`: the arrow is drawn, since the fonts have none, and read out as what it is. */
export function Way({ from, to }: { from: string | null; to: string | null }) {
  return (
    <span>
      {from ?? unknown} <span className="sr-only">→</span>
      <Icon shape="arrow" /> {to ?? unknown}
    </span>
  )
}

const unknown = 'Località sconosciuta'
