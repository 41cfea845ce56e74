import { useState } from 'react'
import { buttonClass } from '../../../ui/Button.tsx'
import { TextField } from '../../../ui/Field.tsx'

const pages = [
  ['/prezzi/', 'Prezzi'],
  ['/tratte/', 'Tratte'],
  ['/', 'Home'],
] as const

export function PriceDay({ initial = '' }: { initial?: string }) {
  const [day, setDay] = useState(initial)
  return (
    <section
      aria-labelledby="price-day"
      className="mb-5 flex flex-wrap items-end gap-3 rounded-card border border-line bg-panel p-4"
    >
      <div>
        <h2 id="price-day" className="mb-2 font-semibold">
          Il sito in un giorno futuro
        </h2>
        <TextField
          label="Giorno"
          aria-required
          type="date"
          value={day}
          onChange={({ target }) => setDay(target.value)}
        />
      </div>
      {day &&
        pages.map(([path, name]) => (
          <a
            key={path}
            href={`${path}?data=${day}`}
            target="_blank"
            rel="noopener"
            className={buttonClass('plain')}
          >
            {name}
            <span className="sr-only"> in un’altra scheda</span>
          </a>
        ))}
      <p className="w-full text-ink-soft text-sm">
        Vale per ogni pagina del sito: aggiungi <code>?data=2027-06-01</code> all’indirizzo. La vede solo chi
        ha fatto l’accesso.
      </p>
    </section>
  )
}
