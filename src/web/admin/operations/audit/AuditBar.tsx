import { dayAfter, romanDay } from '../../../../kernel/romanDay.ts'
import type { ListAudit } from '../../../../modules/operations/audit/contract.ts'
import { recordKinds } from '../../../../modules/operations/audit/recordKinds.contract.ts'
import { DayRange } from '../../kit/DayFilter.tsx'
import { ChoiceFilter, FilterBar, SearchBox } from '../../kit/Filters.tsx'
import type { BarProps } from '../../kit/ListScreen.tsx'
import { actorName } from './actorName.ts'

const kinds = Object.fromEntries(Object.entries(recordKinds).map(([kind, { label }]) => [kind, label]))

export function AuditBar({ address, output }: BarProps<typeof ListAudit>) {
  const { actor, kind, from, to } = address.filters
  const today = romanDay(new Date())
  const days = [
    { label: 'Oggi', from: today, to: today },
    { label: 'Ieri', from: dayAfter(today, -1), to: dayAfter(today, -1) },
    { label: 'Ultimi 7 giorni', from: dayAfter(today, -6), to: today },
  ]
  return (
    <>
      {/* Phones collapse the filter bar. The days stay visible, because staff mostly look for yesterday. */}
      <fieldset className="mb-3 flex flex-wrap gap-1.5">
        <legend className="sr-only">Giorni</legend>
        {days.map((day) => {
          const isChosen = day.from === from && day.to === to
          return (
            <button
              key={day.label}
              type="button"
              aria-pressed={isChosen}
              onClick={() =>
                address.set(isChosen ? { from: undefined, to: undefined } : { from: day.from, to: day.to })
              }
              className="min-h-(--target) rounded-full border border-line px-3 text-sm hover:border-ink aria-pressed:border-sea aria-pressed:bg-sea aria-pressed:font-semibold aria-pressed:text-white"
            >
              {day.label}
            </button>
          )
        })}
      </fieldset>
      <FilterBar>
        <SearchBox label="Cerca persona, azione, tratta, cliente" address={address} />
        <ChoiceFilter
          label="Chi"
          value={actor}
          choices={Object.fromEntries((output?.actors ?? []).map((name) => [name, actorName(name)]))}
          onChoose={(value) => address.set({ actor: value })}
        />
        <ChoiceFilter
          label="Che cosa"
          value={kind}
          choices={kinds}
          all="tutto"
          onChoose={(value) => address.set({ kind: value })}
        />
        <DayRange from={from} to={to} set={address.set} />
      </FilterBar>
    </>
  )
}
