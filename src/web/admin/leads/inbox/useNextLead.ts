import { useLocation, useNavigate } from 'react-router'
import { type LeadItem, ListLeads } from '../../../../modules/leads/inbox/contract.ts'
import { useQueryCall } from '../../kit/api.ts'
import { leadPath } from './leadCalls.ts'

const shared = ['kind', 'assignedTo', 'from', 'to', 'search']

/** Returns a function that opens the lead that waits longest after this one; null if no other lead waits. */
export function useNextLead({ kind, id }: Pick<LeadItem, 'kind' | 'id'>): (() => void) | null {
  const navigate = useNavigate()
  const { search } = useLocation()
  const filters = [...new URLSearchParams(search)].filter(([name, value]) => shared.includes(name) && value)
  const asked = { ...Object.fromEntries(filters), isWaiting: true, sort: 'createdAt', page: 1, limit: 25 }
  const waiting = useQueryCall(ListLeads, asked as (typeof ListLeads)['input']['static'], {
    keepPrevious: true,
  })
  const items = waiting.data?.items ?? []
  const at = items.findIndex((one) => one.kind === kind && one.id === id)
  const next = [...items.slice(at + 1), ...items.slice(0, Math.max(at, 0))].find(
    (one) => !(one.kind === kind && one.id === id),
  )
  return next ? () => void navigate(leadPath(next, search)) : null
}
