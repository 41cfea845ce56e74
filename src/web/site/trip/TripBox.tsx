import { type FormEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { shownParty } from '../../../modules/catalog/prices/quote.contract.ts'
import type { SearchRoutes } from '../../../modules/catalog/search/contract.ts'
import { call } from '../../client.ts'
import { pageLanguage } from '../../ownPage.ts'
import { Button } from '../../ui/Button.tsx'
import { TextField } from '../../ui/Field.tsx'
import { useLanguage } from '../../ui/language.ts'
import { toast } from '../../ui/toast.ts'
import { fieldTool, formTool } from '../../ui/tools.ts'
import type { Choice } from '../../ui/useCombobox.ts'
import type { Errors } from '../../ui/useForm.ts'
import { Icon } from '../parts/icons.tsx'
import { pathOf } from '../parts/paths.ts'
import { withChoice, withTrip } from './choice.ts'
import { PartyFields } from './PartyFields.tsx'
import { PlaceField } from './PlaceField.tsx'
import { TownField } from './TownField.tsx'
import { TripAnswer } from './TripAnswer.tsx'
import type { Trip } from './trip.ts'
import { useRequests } from './useRequests.ts'

const resultsPath = '/risultati-ricerca/'

type End = 'departure' | 'destination'

const questions = { departure: 'trip.departureEmpty', destination: 'trip.destinationEmpty' } as const

interface TripBoxProps {
  /** True on a page about the trip's places. The button then appears only without JavaScript or for other places. */
  isOfPage?: boolean
  /** Path of the list that the form opens if no places are chosen. Without JavaScript the form opens `/tratte/`. */
  listPath?: string | undefined
  className?: string
}

/** Form of a trip, which shows the price after every change. Without JavaScript it leads to the results page. */
export function TripBox({ isOfPage = false, listPath, className = '' }: TripBoxProps) {
  const { t, path } = useLanguage()
  const { trip, changeTrip, choice, shown, problems } = useRequests()
  const { departure, destination } = trip
  const form = useRef<HTMLFormElement>(null)
  const [typed, setTyped] = useState<Record<End, Choice>>({
    departure: { text: departure, id: null },
    destination: { text: destination, id: null },
  })
  const [errors, setErrors] = useState<Errors>(() =>
    Object.fromEntries(choice?.errors.map(({ path, message }) => [path, message]) ?? []),
  )
  const [isSearching, setSearching] = useState(false)
  const [first] = useState(trip)
  const isElsewhere = departure !== first.departure || destination !== first.destination
  const today = choice?.today ?? ''
  const days = { min: today || undefined, max: choice?.lastDay }

  const readFields = () => {
    if (form.current) changeTrip(fieldsOf(form.current, trip, today))
  }
  // The visitor, or the browser on a step back in the history, may have changed the fields before the app started.
  // A layout effect, because React renders the new trip before boot.ts repeats the held clicks and submits.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the fields are read once, when the form appears.
  useLayoutEffect(() => {
    if (!form.current) return
    const checked = new FormData(form.current).get('veicolo')
    // The page checks the first offer by default. Only another checked offer is a choice of the visitor.
    const preferred = shown.fare?.offers.slice(1).find(({ vehicle }) => vehicle === checked)
    changeTrip({ ...fieldsOf(form.current, trip, today), ...(preferred && { vehicle: preferred.vehicle }) })
  }, [])
  // After a step back in the history the browser may show the page as it was left, with the text of a running search.
  useEffect(() => {
    const onShow = () => setSearching(false)
    addEventListener('pageshow', onShow)
    return () => removeEventListener('pageshow', onShow)
  }, [])

  /** Reads the fields. Removes all errors except the errors of the places, which `choose` removes. */
  const onInput = () => {
    readFields()
    setErrors(({ departure, destination }) => ({
      ...(departure && { departure }),
      ...(destination && { destination }),
    }))
  }

  const fieldOf = (end: End) => form.current?.querySelector<HTMLElement>(`[name=${end}]`)

  /** Changes a place of the trip when the visitor picks it or leaves the field, not with each letter. */
  const choose = (end: End, { text }: Choice) => {
    const place = text.trim()
    if (place === trip[end]) return
    if (place) setErrors(({ [end]: _, ...others }) => others)
    changeTrip({ [end]: place, [`${end}Town`]: '' })
  }
  const placeProps = (end: End, other: End) => ({
    name: end,
    value: typed[end],
    other: typed[other],
    error: errors[end],
    onChange: (choice: Choice) => setTyped((known) => ({ ...known, [end]: choice })),
    onPick(choice: Choice) {
      choose(end, choice)
      if (end === 'departure' && typed.destination.text === '') fieldOf('destination')?.focus()
    },
    onLeave: (choice: Choice) => choose(end, choice),
  })

  async function search(event: FormEvent): Promise<void> {
    event.preventDefault()
    const asked = {
      ...trip,
      departure: typed.departure.text.trim(),
      destination: typed.destination.text.trim(),
    }
    const empty = (['departure', 'destination'] as const).filter((end) => asked[end] === '')
    if (listPath && empty.length === 2) {
      const { passengers, bags } = shownParty(asked)
      return location.assign(withChoice(listPath, { ...asked, passengers, bags }))
    }
    setErrors(Object.fromEntries(empty.map((end) => [end, t(questions[end])])))
    if (empty[0]) {
      const text = t(listPath ? 'trip.pickBoth' : 'trip.enterBoth')
      toast({ title: t('trip.attention'), text, tone: 'destructive' })
      return fieldOf(empty[0])?.focus()
    }
    setSearching(true)
    location.assign((await listedPath(asked, path)) ?? withTrip(path(resultsPath), asked))
  }

  return (
    <search className={`block print:hidden ${className}`}>
      <form
        ref={form}
        {...formTool('find_fare')}
        action={path(resultsPath)}
        data-app
        noValidate
        onInput={onInput}
        onSubmit={search}
        className="trip-box"
      >
        <div className="field-pair">
          <PlaceField
            label={t('trip.departure')}
            className="col-span-full"
            {...placeProps('departure', 'destination')}
          />
          {isUnknown(shown.fare?.reason, shown.fare?.from) && <TownField end="departure" />}
          <PlaceField
            label={t('trip.destination')}
            className="col-span-full"
            {...placeProps('destination', 'departure')}
          />
          {isUnknown(shown.fare?.reason, shown.fare?.to) && <TownField end="destination" />}
          <TextField
            isBoxed
            type="date"
            label={t('trip.day')}
            name="giorno"
            {...days}
            defaultValue={trip.day ?? today}
            error={problems.giorno ?? errors.giorno}
          />
          <label className="flex min-h-14 items-center gap-2.5 px-1 leading-tight">
            <input
              type="checkbox"
              name="ar"
              {...fieldTool('ar')}
              value="1"
              defaultChecked={trip.isReturn}
              className="size-6 shrink-0 accent-sea"
            />
            <span>{t('trip.bothWays')}</span>
          </label>
          <TextField
            isBoxed
            type="date"
            label={t('trip.returnDay')}
            name="ritorno"
            {...days}
            defaultValue={trip.returnDay ?? ''}
            error={problems.ritorno ?? errors.ritorno}
            className="return-day col-span-full"
          />
          <PartyFields errors={errors} />
        </div>
        <TripAnswer />
        <Button
          type="submit"
          look="sun"
          aria-busy={isSearching || undefined}
          className={`mt-3 w-full sm:text-lg max-sm:px-2 ${isOfPage && !isElsewhere ? 'hidden! noscript:inline-flex! failed:inline-flex!' : ''}`}
        >
          <Icon name="search" />
          <span>
            {t(
              isSearching
                ? 'trip.searching'
                : listPath && departure === '' && destination === ''
                  ? 'trip.showPrices'
                  : 'trip.search',
            )}
          </span>
        </Button>
      </form>
    </search>
  )
}

const isUnknown = (reason: string | null | undefined, place: object | null | undefined) =>
  reason === 'unknownPlace' && place === null

/** Returns the days, and the party only if the visitor has changed it. An outbound day that is today becomes null. */
function fieldsOf(form: HTMLFormElement, trip: Trip, today: string): Partial<Trip> {
  const fields = new FormData(form)
  const text = (name: string) => String(fields.get(name) ?? '')
  const party = { passengers: Number(text('passeggeri')), bags: Number(text('bagagli')) }
  const usual = shownParty(trip)
  const isUsual = party.passengers === usual.passengers && party.bags === usual.bags
  const isReturn = fields.has('ar')
  return {
    day: text('giorno') && text('giorno') !== today ? text('giorno') : null,
    isReturn,
    returnDay: (isReturn && text('ritorno')) || null,
    ...(!isUsual && party),
  }
}

/** Returns the path of the page of the route between the places; null if there is none or the call fails. */
async function listedPath(trip: Trip, path: (italianPath: string) => string): Promise<string | null> {
  const { departure, destination } = trip
  try {
    const asked = { departure, destination, lang: pageLanguage() }
    const [route] = await call<typeof SearchRoutes>('GET /api/routes/search', asked)
    return route ? withChoice(path(pathOf(route.canonicalUrl)), trip) : null
  } catch {
    return null
  }
}
