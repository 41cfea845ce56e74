import { useQueryClient } from '@tanstack/react-query'
import { useLocation, useNavigate } from 'react-router'
import { type LeadItem, ListLeads } from '../../../../modules/leads/inbox/contract.ts'
import { queryCall, useQueryCall } from '../../kit/api.ts'
import { leadPath } from '../lead/leadCalls.ts'

const shared = ['kind', 'assignedTo', 'from', 'to', 'search']

/** `hasNext` is also true until the list has loaded. `openNext` opens the next newer waiting lead, or the oldest. */
export function useNextLead(lead: Pick<LeadItem, 'kind' | 'id'>): {
  hasNext: boolean
  openNext: () => Promise<void>
} {
  const client = useQueryClient()
  const navigate = useNavigate()
  const { search } = useLocation()
  const filters = [...new URLSearchParams(search)].filter(([name, value]) => shared.includes(name) && value)
  const asked = { ...Object.fromEntries(filters), isWaiting: true, sort: 'createdAt', page: 1, limit: 25 }
  const input = asked as (typeof ListLeads)['input']['static']
  const waiting = useQueryCall(ListLeads, input, { keepPrevious: true })
  return {
    hasNext: waiting.data === undefined || nextOf(waiting.data.items, lead) !== undefined,
    async openNext() {
      // Takes the list from the cache, because `waiting.data` of this render can be undefined or older than the answer.
      const { items } = await client.ensureQueryData(queryCall(ListLeads, input))
      const next = nextOf(items, lead)
      if (next) await navigate(leadPath(next, search))
    },
  }
}

function nextOf(items: LeadItem[], { kind, id }: Pick<LeadItem, 'kind' | 'id'>): LeadItem | undefined {
  const at = items.findIndex((one) => one.kind === kind && one.id === id)
  return [...items.slice(at + 1), ...items.slice(0, Math.max(at, 0))].find(
    (one) => !(one.kind === kind && one.id === id),
  )
}
