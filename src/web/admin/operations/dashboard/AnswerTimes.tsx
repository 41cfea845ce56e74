import { Link } from 'react-router'
import { timeOf } from '../../../../kernel/clockTime.ts'
import type { Dashboard } from '../../../../modules/operations/dashboard/contract.ts'
import { adminPath } from '../../kit/adminPath.ts'
import { showNumber } from '../../kit/format.ts'

const radius = 42
const round = 2 * Math.PI * radius

type Times = Dashboard['answers']

export function AnswerTimes({ opening, leads, medianMinutes, inTimePercent, waiting, late }: Times) {
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-4">
      <svg viewBox="0 0 100 100" aria-hidden="true" className="size-32 shrink-0">
        <circle cx="50" cy="50" r={radius} fill="none" stroke="var(--color-panel)" strokeWidth="11" />
        <circle
          cx="50"
          cy="50"
          r={radius}
          fill="none"
          stroke="var(--color-leaf)"
          strokeWidth="11"
          strokeDasharray={`${((inTimePercent ?? 0) / 100) * round} ${round}`}
          transform="rotate(-90 50 50)"
        />
        <text x="50" y="57" textAnchor="middle" fontSize="21" fontWeight="600" fill="var(--color-ink)">
          {inTimePercent === null ? '—' : `${inTimePercent}%`}
        </text>
      </svg>
      <dl className="grid gap-2">
        <div>
          <dt className="text-ink-soft text-sm">Entro 15 minuti</dt>
          <dd className="font-semibold">
            {inTimePercent === null ? 'Ancora nessuna' : `${inTimePercent}% di ${showNumber(leads)}`}
          </dd>
        </div>
        <div>
          <dt className="text-ink-soft text-sm">Risposta mediana</dt>
          <dd className="figures font-semibold">{medianMinutes === null ? '—' : `${medianMinutes} min`}</dd>
        </div>
        <div>
          <dt className="text-ink-soft text-sm">In attesa adesso</dt>
          <dd className="figures font-semibold">
            <Link to={adminPath('richieste/', {}, { status: 'nuova' })} className="text-sea-deep underline">
              {showNumber(waiting)}
            </Link>
            {late > 0 && <span className="ml-2 text-brick">{showNumber(late)} in ritardo</span>}
          </dd>
        </div>
      </dl>
      <p className="basis-full text-ink-soft text-sm">
        Richieste arrivate in orario, dalle {timeOf(opening.from)} alle {timeOf(opening.to)}, negli ultimi 30
        giorni; senza quelle dal telefono.
      </p>
    </div>
  )
}
