import { useRef } from 'react'
import type { PlannedRoute } from '../../../../modules/catalog/generator/contract.ts'
import { centsOf, priceFault } from '../../../../modules/catalog/prices/cents.contract.ts'
import { type PriceWarning, priceLabels } from '../../../../modules/catalog/prices/contract.ts'
import { showNumber } from '../../kit/format.ts'
import { type RowProps, VirtualTable } from '../../kit/VirtualTable.tsx'
import { keyOf } from '../prices/ChangeList.tsx'
import { type PlanChoice, type PlanField, planFields, priceTextOf, withPrice } from './planChoice.ts'

interface PlanGridProps {
  places: PlannedRoute[]
  choice: PlanChoice
  warnings: PriceWarning[]
  onChange: (choice: PlanChoice) => void
  /** Called when the user leaves the field of a changed price. */
  onPrice: (choice: PlanChoice) => void
}

const rowHeight = 48

/** Table of the planned routes. */
export function PlanGrid({ places, choice, warnings, onChange, onPrice }: PlanGridProps) {
  const messages = new Map(warnings.map((warning) => [keyOf(warning), warning.message]))
  return (
    <VirtualTable
      label="Tratte da creare"
      rows={places}
      rowId={({ id }) => id}
      rowHeight={rowHeight}
      head={<PlanHead places={places} choice={choice} onChange={onChange} />}
      renderRow={(place, row) => (
        <PlanRow
          key={place.id}
          place={place}
          row={row}
          choice={choice}
          messages={messages}
          onChange={onChange}
          onPrice={onPrice}
        />
      )}
      empty="Nessuna località con questi filtri"
    />
  )
}

function PlanHead({ places, choice, onChange }: Pick<PlanGridProps, 'places' | 'choice' | 'onChange'>) {
  const chosen = places.filter(({ id }) => !choice.left.has(id)).length
  const ids = new Set(places.map(({ id }) => id))
  return (
    <>
      <th scope="col" className="sticky left-0 min-w-40 border-line border-b bg-stone p-2">
        <label className="flex min-h-6 pointer-coarse:min-h-(--target) items-center gap-2.5">
          <input
            type="checkbox"
            className="size-5 accent-sea"
            checked={chosen === places.length && chosen > 0}
            ref={(element) => {
              if (element) element.indeterminate = chosen > 0 && chosen < places.length
            }}
            onChange={({ target }) =>
              onChange({
                ...choice,
                left: target.checked ? choice.left.difference(ids) : choice.left.union(ids),
              })
            }
          />
          Località
        </label>
      </th>
      <th scope="col" className="border-line border-b p-2">
        Distanza
      </th>
      {planFields.map((field) => (
        <th key={field} scope="col" className="min-w-24 border-line border-b p-2 text-right leading-tight">
          {priceLabels[field]}
        </th>
      ))}
    </>
  )
}

interface PlanRowProps extends Pick<PlanGridProps, 'choice' | 'onChange' | 'onPrice'> {
  place: PlannedRoute
  row: RowProps
  messages: ReadonlyMap<string, string>
}

function PlanRow({ place, row, choice, messages, onChange, onPrice }: PlanRowProps) {
  const { id, name, locationType, province, distanceKm, estimatedDuration } = place
  const isLeft = choice.left.has(id)
  return (
    <tr {...row} className={isLeft ? 'text-ink-soft' : ''}>
      <th scope="row" className="sticky left-0 z-1 border-line border-b bg-white p-2 text-left font-medium">
        <label className="flex min-h-(--target) items-center gap-2.5">
          <input
            type="checkbox"
            className="size-5 shrink-0 accent-sea"
            checked={!isLeft}
            onChange={() => onChange({ ...choice, left: choice.left.symmetricDifference(new Set([id])) })}
          />
          <span>
            {name}
            <span className="block font-normal text-ink-soft text-xs">
              {locationType}
              {province && `, ${province}`}
            </span>
          </span>
        </label>
      </th>
      <td className="whitespace-nowrap border-line border-b p-2">
        {distanceKm === null ? 'Coordinate mancanti' : `${showNumber(distanceKm)} km · ${estimatedDuration}`}
      </td>
      {planFields.map((field) => (
        <td key={field} className="border-line border-b p-1 text-right align-top">
          <PlanPrice
            place={place}
            field={field}
            choice={choice}
            isDisabled={isLeft}
            message={messages.get(keyOf({ id, field }))}
            onChange={onChange}
            onPrice={onPrice}
          />
        </td>
      ))}
    </tr>
  )
}

interface PlanPriceProps extends Pick<PlanGridProps, 'choice' | 'onChange' | 'onPrice'> {
  place: PlannedRoute
  field: PlanField
  isDisabled: boolean
  /** Price warning. */
  message: string | undefined
}

function PlanPrice({ place, field, choice, isDisabled, message, onChange, onPrice }: PlanPriceProps) {
  const atFocus = useRef('')
  const text = priceTextOf(place, field, choice)
  const isWrong = centsOf(text) === undefined
  const note = isWrong ? priceFault(text) : message
  const noteId = note ? `${place.id}-${field}` : undefined
  return (
    <>
      <input
        aria-label={`${priceLabels[field]}, ${place.name}`}
        aria-invalid={isWrong || undefined}
        aria-describedby={noteId}
        title={note}
        inputMode="decimal"
        autoComplete="off"
        maxLength={20}
        placeholder="—"
        disabled={isDisabled}
        value={text}
        onFocus={() => {
          atFocus.current = text
        }}
        onChange={({ target }) => onChange(withPrice(choice, place, { field, text: target.value }))}
        onBlur={() => {
          if (text !== atFocus.current) onPrice(choice)
        }}
        className={`peer h-9 w-20 rounded-field border px-2 text-right disabled:border-transparent disabled:opacity-60 ${note ? 'border-brick bg-brick-pale' : 'border-ink/25 bg-white'}`}
      />
      {note && (
        // Shows a warning only while the price has the focus, so that rows stay low.
        <span
          id={noteId}
          className={`mt-1 max-w-40 text-left text-brick text-xs leading-tight ${isWrong ? 'block' : 'hidden peer-focus:block'}`}
        >
          {note}
        </span>
      )}
    </>
  )
}
