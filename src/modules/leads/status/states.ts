import type { SimpleKey, Translate } from '../../../languages/translate.ts'
import type { LeadState } from '../lead/contract.ts'
import type { Lead } from '../lead/lead.queries.ts'
import type { StatusPhase } from './contract.ts'
import type { Progress } from './ride.queries.ts'

type Words = [state: SimpleKey, text: SimpleKey]

const states: Record<LeadState, Words> = {
  nuova: ['state.received', 'state.receivedText'],
  contattata: ['state.underway', 'state.underwayText'],
  preventivo: ['state.quoted', 'state.quotedText'],
  confermata: ['state.confirmed', 'state.confirmedText'],
  persa: ['state.closed', 'state.closedText'],
}

const reports: Record<NonNullable<Progress['report']>, Words> = {
  started: ['state.onTheWay', 'state.onTheWayText'],
  onSite: ['state.onSite', 'state.onSiteText'],
  aboard: ['state.aboard', 'state.aboardText'],
}

const closedMessage: Words = ['state.closed', 'state.messageClosedText']
const messageStates: Partial<typeof states> = {
  nuova: ['state.received', 'state.messageReceivedText'],
  confermata: closedMessage,
  persa: closedMessage,
}

export function stateOf(t: Translate, lead: Lead, about: { isCancelled: boolean; ride: Progress }) {
  const { phase, words } = phaseOf(lead, about)
  const [state, text] = words
  return { phase, state: t(state), stateText: t(text) }
}

function phaseOf(
  { kind, status, returnDate }: Lead,
  { isCancelled, ride }: { isCancelled: boolean; ride: Progress },
): { phase: StatusPhase; words: Words } {
  if (isCancelled && status === 'persa')
    return { phase: 'closed', words: ['state.cancelled', 'state.cancelledText'] }
  const message = kind === 'contact' && messageStates[status]
  if (message) return { phase: message === closedMessage ? 'closed' : 'open', words: message }
  if (status === 'persa') return { phase: 'closed', words: states.persa }
  if (ride.isMissed) return { phase: 'closed', words: ['state.noShow', 'state.noShowText'] }
  if (status === 'confermata') {
    if (ride.isOver) return { phase: 'over', words: ['state.over', 'state.overText'] }
    if (ride.report) return { phase: 'open', words: reports[ride.report] }
    if (ride.isReturnAhead)
      return {
        phase: 'open',
        words: ['state.confirmed', returnDate ? 'state.returnText' : 'state.returnToAgreeText'],
      }
  }
  // An offer may be for other days than the request, so a quoted request stays open.
  if (ride.isOver && status !== 'preventivo') return { phase: 'closed', words: states.persa }
  return { phase: 'open', words: states[status] }
}
