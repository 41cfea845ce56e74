import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { requestValues } from '../../../modules/content/pages/request.contract.ts'
import type { SiteForm } from '../../../modules/leads/requests/fields.contract.ts'
import type { AppView } from '../../pageData.ts'
import { isObject } from '../../storage.ts'
import { useLanguage } from '../../ui/language.ts'
import { tripNames, withChoice, withTrip } from '../trip/choice.ts'
import { likelyClock } from '../trip/likelyClock.ts'
import { pageFare } from '../trip/pageFare.ts'
import { choiceIn, dayProblems, type Trip, tripOf } from '../trip/trip.ts'
import { useFare } from '../trip/useFare.ts'
import { RequestsContext, type RequestsValue, type SentRequest } from '../trip/useRequests.ts'
import { RequestDialog } from './RequestDialog.tsx'
import { sentHere } from './sentHere.ts'

interface RequestsProps {
  view: AppView
  path: string
  /** Day in Rome when the server rendered the page. */
  today: string
  children: ReactNode
}

/** Provides the page's trip and the fare of the trip to all parts of the page. Opens the request form in a dialog. */
export function Requests({ view, path, today, children }: RequestsProps) {
  const { t } = useLanguage()
  const [trip, setTrip] = useState(() => tripOf(view))
  const [isOpen, open, close] = useOpen()
  const [source, setSource] = useState<SiteForm>('sticky-footer')
  const [sent, setSent] = useState<SentRequest | null>(null)
  useEffect(() => setSent(sentHere()), [])
  const [now] = useState(() => likelyClock(today))
  const problems = useMemo(() => dayProblems(t, trip, today), [t, trip, today])
  const known = useMemo(() => pageFare(view, trip), [view, trip])
  const shown = useFare(Object.keys(problems).length > 0 ? null : trip, known)
  useAddress(view, path, trip)
  useRouteLinks(trip)

  // The value is stable while the dialog opens and closes, so that the page does not render again.
  const value = useMemo(
    (): RequestsValue => ({
      choice: choiceIn(view),
      today,
      now,
      trip,
      changeTrip: (changed) => setTrip((current) => ({ ...current, ...changed })),
      shown,
      problems,
      pageFareOf: (asked) => pageFare(view, asked),
      ask(from) {
        setSource(from)
        open()
      },
      pageUrl: view.kind === 'route' ? view.route.canonicalUrl : null,
      leadCode: view.kind === 'status' ? view.code : '',
      sent,
    }),
    [view, today, now, trip, shown, problems, open, sent],
  )
  return (
    <RequestsContext value={value}>
      {children}
      {isOpen && (
        <RequestDialog source={source} values={requestValues(trip)} onClose={close} onSent={setSent} />
      )}
    </RequestsContext>
  )
}

/** The back button also closes the dialog, as visitors on a phone expect. */
function useOpen(): [boolean, () => void, () => void] {
  const [isOpen, setOpen] = useState(false)
  const [acts] = useState(() => {
    let isEntered = false
    /** Opens the dialog again on an entry of the history that has one, with the draft or the confirmation. */
    const onStep = () => {
      isEntered = isObject(history.state) && history.state.dialog === true
      setOpen(isEntered)
    }
    return {
      open() {
        if (isEntered) return
        isEntered = true
        history.pushState({ dialog: true }, '')
        setOpen(true)
      },
      /** Closes the dialog by a step back. `isEntered` prevents a second step after a double press. */
      close() {
        if (!isEntered) return
        isEntered = false
        history.back()
      },
      listen() {
        // After a reload only a confirmation opens without a press: a form would hide the page.
        if (sentHere()) onStep()
        addEventListener('popstate', onStep)
        return () => removeEventListener('popstate', onStep)
      },
    }
  })
  useEffect(() => acts.listen(), [acts])
  return [isOpen, acts.open, acts.close]
}

/** Puts the trip into the URL, so that a reload, the back button and a shared link show the same price. */
function useAddress(view: AppView, path: string, trip: Trip): void {
  useEffect(() => {
    if (!('chosen' in view)) return
    const address = view.kind === 'route' ? withChoice(path, trip) : withTrip(path, trip)
    if (isSameAddress(address)) return
    history.replaceState(history.state, '', address + location.hash)
  }, [view, path, trip])
}

/** Puts days and party of the trip into the links to routes, which only the server renders (still.tsx). */
function useRouteLinks(trip: Trip): void {
  useEffect(() => {
    for (const link of document.querySelectorAll<HTMLAnchorElement>('a[data-trip]'))
      link.href = withChoice(link.pathname, trip)
  }, [trip])
}

/** Returns whether the current URL has the trip of `address`. Other parameters, such as a campaign, are ignored. */
function isSameAddress(address: string): boolean {
  const next = new URL(address, location.href).searchParams
  const now = new URLSearchParams(location.search)
  return tripNames.every((name) => next.get(name) === now.get(name))
}
