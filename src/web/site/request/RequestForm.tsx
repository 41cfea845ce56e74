import { type FormEvent, useState } from 'react'
import { said, type Translate } from '../../../languages/translate.ts'
import type { FareAnswer } from '../../../modules/catalog/fares/contract.ts'
import type { Vehicle } from '../../../modules/catalog/prices/quote.contract.ts'
import type { SiteForm } from '../../../modules/leads/requests/fields.contract.ts'
import { flightWarning } from '../../../modules/leads/requests/flight.contract.ts'
import { asMessage, messageAct } from '../../../modules/leads/requests/pastTrip.contract.ts'
import {
  requestKind,
  type TripProblem,
  tripProblems,
  whenProblems,
} from '../../../modules/leads/requests/trip.contract.ts'
import { draftKeys } from '../../../modules/settings/privacy/contract.ts'
import { useLanguage } from '../../ui/language.ts'
import { formTool } from '../../ui/tools.ts'
import type { Errors, Values } from '../../ui/useForm.ts'
import { chosenOffer, dayProblems, type Trip } from '../trip/trip.ts'
import { askFare, useFare } from '../trip/useFare.ts'
import { type SentRequest, useRequests } from '../trip/useRequests.ts'
import { checkLead, leadSender } from './lead.ts'
import { FailureNote, HiddenFields } from './leadFields.tsx'
import { PastNote } from './PastNote.tsx'
import { RequestSummary } from './RequestSummary.tsx'
import { leadOf, wantedOf } from './requestLead.ts'
import { StepButtons } from './StepButtons.tsx'
import { Steps, shownFields, stepOf, stepsCount } from './steps.tsx'
import { useDraft } from './useDraft.ts'
import { useLeadForm } from './useLeadForm.ts'
import { usePastDraft } from './usePastDraft.ts'

interface RequestFormProps {
  source: SiteForm
  values: Values
  /** Errors of a form that was sent without JavaScript. */
  refused?: Errors
  /** Fare that the server computed for `values`. */
  fare?: FareAnswer | null
  onSent(sent: SentRequest): void
}

const required = ['departure', 'destination', 'passengers', 'name', 'phone', 'email', 'privacyAccepted']

/** Sends a contact message if there is no price, a booking with day and time, else an availability request. */
export function RequestForm({ source, values, refused, fare: given = null, onSent }: RequestFormProps) {
  const { t, path } = useLanguage()
  const { trip, today, now, pageFareOf } = useRequests()
  const [send] = useState(() => leadSender('availability'))
  const [vehicle, setVehicle] = useState<Vehicle | null>(trip.vehicle)
  const check = (typed: Values): Errors => ({
    ...checkLead(t, typed, required),
    ...errorsOf(t, [...whenProblems(typed), ...tripProblems(wantedOf(typed), now())]),
  })
  const checkSent = (typed: Values) => check(typed.azione === messageAct ? asMessage(t, typed) : typed)
  const form = useLeadForm({
    check: checkSent,
    async send(typed) {
      if (typed.azione === messageAct)
        return send(...messageOf(t, typed, { source, vehicle }), { draft, act: typed.azione })
      const { date, time } = typed
      // Requests a price that is still loading, because the price decides whether the lead is a booking.
      const found = shown.isLoading ? await askFare(asked, time).catch(() => null) : fare
      const chosen = found ? chosenOffer(found.offers, vehicle) : undefined
      const kind = requestKind({ hasPrice: chosen !== undefined, date, time })
      const [http, lead] = leadOf(kind, typed, { source, vehicle: chosen?.vehicle, language: t.language })
      return send(http, lead, { draft, act: typed.azione })
    },
    onSent(sent) {
      draft.forget()
      onSent(sent)
    },
    failure: { title: t('request.failed'), text: t('request.failedText') },
    fields: shownFields,
    onRefused: (name) => setStep(stepOf(name)),
    ...(refused && { refused }),
  })
  const { errors, unshown, isSending, isValid, formProps, failed, repeat } = form
  // Uses the initial values until the app has read the fields.
  const typed = form.values.departure === undefined ? values : form.values
  const draft = useDraft({ form: formProps.ref, name: draftKeys.request, sentKey: values.key })
  const isPast = usePastDraft({ draft, now, ...form })
  const [step, setStep] = useState(() => firstStep(values, refused))

  const asked = typedTrip(typed, vehicle)
  const isUnchanged = JSON.stringify(typedTrip(values, vehicle)) === JSON.stringify(asked)
  const hasValidDays = Object.keys(dayProblems(t, asked, today)).length === 0
  const shown = useFare(
    hasValidDays ? asked : null,
    pageFareOf(asked) ?? (isUnchanged ? given : null),
    typed.time,
  )
  const fare = asked.passengers === null ? null : shown.fare
  const offer = fare ? chosenOffer(fare.offers, vehicle) : undefined
  const isLast = step === stepsCount - 1

  function go(next: number): void {
    setStep(next)
    // Focuses the heading: a focused field would open the keyboard over the question.
    requestAnimationFrame(() =>
      formProps.ref.current?.querySelector<HTMLElement>('[data-current] legend')?.focus(),
    )
  }
  const next = () => {
    if (form.checkOnly((name) => stepOf(name) === step)) go(step + 1)
  }
  /** Sends the form. On a phone, Enter opens the next step instead, unless the last step is shown. */
  function onSubmit(event: Parameters<typeof formProps.onSubmit>[0]): void {
    if (isLast || repeat || isMessage(event) || !matchMedia('(width < 40rem)').matches)
      return void formProps.onSubmit(event)
    event.preventDefault()
    next()
  }

  return (
    <form
      {...formProps}
      {...formTool('request_ride')}
      onSubmit={onSubmit}
      method="post"
      action={path('/richiesta/')}
      data-app
      className="@container"
    >
      <input type="hidden" name="formSource" value={source} />
      <HiddenFields sentKey={values.key} />
      <Steps
        step={step}
        errors={errors}
        isValid={isValid}
        values={values}
        today={today}
        fare={fare}
        isLoading={shown.isLoading}
        passengers={asked.passengers}
        bags={asked.bags}
        vehicle={vehicle}
        warning={flightWarning(t, {
          from: asked.departure,
          to: asked.destination,
          flightOrTrain: typed.flightOrTrain ?? '',
          time: typed.time ?? '',
        })}
        onVehicle={setVehicle}
      />
      {isPast && !repeat && <PastNote isSending={isSending} />}
      {/* Not sticky in a low window, with large text or without JavaScript, where it would cover the fields. */}
      <div
        className={`mt-4 bg-stone pt-2 max-sm:[@media(height>=35rem)]:@min-[15rem]:sticky noscript:static! ${source === 'pagina' ? 'max-sm:bottom-(--bar)' : 'max-sm:bottom-0'} max-sm:mx-[-20px] max-sm:px-[20px] max-sm:pb-3`}
      >
        <RequestSummary
          trip={asked}
          fare={fare}
          offer={offer}
          isLoading={shown.isLoading}
          time={typed.time ?? ''}
        />
        <div className="mt-3 empty:hidden">
          <FailureNote text={failed} isAlert={unshown.length > 0} />
        </div>
        <StepButtons
          step={step}
          repeat={repeat}
          isSending={isSending}
          onBack={() => go(step - 1)}
          onNext={next}
        />
      </div>
    </form>
  )
}

function messageOf(t: Translate, typed: Values, how: { source: SiteForm; vehicle: Vehicle | null }) {
  const { source, vehicle } = how
  return leadOf('contact', asMessage(t, typed), {
    source,
    vehicle: vehicle ?? undefined,
    language: t.language,
  })
}

/** Returns whether the button that sends the form as a message was pressed. */
const isMessage = ({ nativeEvent }: FormEvent<HTMLFormElement>) =>
  nativeEvent instanceof SubmitEvent &&
  nativeEvent.submitter instanceof HTMLButtonElement &&
  nativeEvent.submitter.value === messageAct

const errorsOf = (t: Translate, problems: TripProblem[]): Errors =>
  Object.fromEntries(problems.map(({ path, message }) => [path, said(t, message)]))

/** Returns the first step with an error, else with a missing place or day, else the step of the time. */
function firstStep(values: Values, refused: Errors = {}): number {
  const wrong = Object.keys(refused).filter((name) => name && name !== 'key')
  if (wrong.length > 0) return Math.min(...wrong.map(stepOf))
  const open = ['departure', 'destination', 'date'].find((name) => !values[name])
  return stepOf(open ?? 'time')
}

/** Returns the trip in the form. An empty number of passengers becomes null (not chosen). */
function typedTrip(typed: Values, vehicle: Vehicle | null): Trip {
  const { departure = '', destination = '', date = '', returnTrip = '', returnDate = '' } = typed
  return {
    departure,
    departureTown: '',
    destination,
    destinationTown: '',
    vehicle,
    day: date || null,
    isReturn: returnTrip !== '',
    returnDay: (returnTrip && returnDate) || null,
    passengers: countOf(typed.passengers),
    bags: countOf(typed.luggage),
  }
}

/** Returns the number of passengers or bags, 9 for `Più di 8`; null for empty text. */
function countOf(text = ''): number | null {
  if (text === '') return null
  return /^\d+$/.test(text) ? Number(text) : 9
}
