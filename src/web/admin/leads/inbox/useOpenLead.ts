import { useEffect, useRef } from 'react'
import { useLocation, useNavigate, useParams } from 'react-router'
import { type LeadItem, LeadKind } from '../../../../modules/leads/inbox/contract.ts'
import { leadPath } from './leadCalls.ts'

export type OpenLead = { kind: LeadKind; id: number; close: () => void } | null

/** Returns the lead that the URL names; null if no lead is open. */
export function useOpenLead(): OpenLead {
  const { kind, id } = useParams()
  const { search } = useLocation()
  const navigate = useNavigate()
  const found = LeadKind.anyOf.find((one) => one.const === kind)?.const
  if (!found || !/^\d+$/.test(id ?? '')) return null
  return { kind: found, id: Number(id), close: () => void navigate(`/admin/richieste/${search}`) }
}

/**
 * Opens the next and the previous lead with J and K, as in mail programs, and closes the lead with Escape. Ignores the
 * keys while the user types.
 */
export function useLeadKeys(leads: LeadItem[], open: OpenLead): void {
  const navigate = useNavigate()
  const { search } = useLocation()
  const state = useRef({ leads, open, search })
  useEffect(() => {
    state.current = { leads, open, search }
  })
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { leads, open, search } = state.current
      const isTyping =
        event.target instanceof Element && event.target.closest('input, textarea, select, dialog')
      if (isTyping || event.ctrlKey || event.metaKey || event.altKey) return
      if (event.key === 'Escape') open?.close()
      const step = event.key === 'j' ? 1 : event.key === 'k' ? -1 : 0
      if (step === 0) return
      const at = leads.findIndex(({ kind, id }) => kind === open?.kind && id === open.id)
      const next = leads[at < 0 ? 0 : at + step]
      if (next) void navigate(leadPath(next, search))
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [navigate])
}

/** When staff close a lead, moves the focus to its row in the list. */
export function useFocusBack(open: OpenLead): void {
  const last = useRef<OpenLead>(null)
  useEffect(() => {
    if (!open && last.current)
      document.querySelector<HTMLElement>(`a[href^="${leadPath(last.current)}"]`)?.focus()
    last.current = open
  }, [open])
}
