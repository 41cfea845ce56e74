import { type RefObject, useEffect, useEffectEvent, useRef, useTransition } from 'react'
import { useLocation, useNavigate, useParams } from 'react-router'
import type { LeadItem } from '../../../../modules/leads/inbox/contract.ts'
import { LeadKind } from '../../../../modules/leads/lead/contract.ts'
import { adminPath } from '../../kit/adminPath.ts'
import { leadPath } from '../lead/leadCalls.ts'
import { isTyping } from '../lead/leadLabels.ts'

export interface OpenLead {
  kind: LeadKind
  id: number
  close: () => void
  /** True while React renders the next lead, or the list after a lead is closed. */
  isLeaving: boolean
}

/** Returns the lead that the URL names, or null if no lead is open. */
export function useLeadInUrl(): Pick<OpenLead, 'kind' | 'id'> | null {
  const { kind, id } = useParams()
  const found = LeadKind.anyOf.find((one) => one.const === kind)?.const
  return found && /^\d+$/.test(id ?? '') ? { kind: found, id: Number(id) } : null
}

/** Returns the open lead, or null, and a function that opens another path. Renders its component at each key at once. */
export function useOpenLead(): { open: OpenLead | null; go: (path: string) => void } {
  const named = useLeadInUrl()
  const { search } = useLocation()
  const navigate = useNavigate()
  const [isLeaving, startLeaving] = useTransition()
  const go = (path: string) =>
    startLeaving(async () => {
      // Shows `isLeaving` first, because the change of the URL alone can take longer than a frame.
      await nextFrame()
      await navigate(path)
    })
  const close = () => go(`${adminPath('richieste/')}${search}`)
  return { open: named && { ...named, close, isLeaving }, go }
}

/** Resolves when the browser has painted what is rendered now. */
export const nextFrame = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))

/** J and K open the next and the previous lead, Escape closes the lead. Ignores the keys while the user types. */
export function useLeadKeys(
  leads: RefObject<LeadItem[]>,
  { open, go }: ReturnType<typeof useOpenLead>,
): void {
  const { search } = useLocation()
  const { kind, id } = open ?? {}
  // Where the last press leads: a key that is held down sends the next press before that lead is rendered.
  const latest = useRef({ kind, id })
  useEffect(() => {
    latest.current = { kind, id }
  }, [kind, id])
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (isTyping(event) || event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === 'Escape') open?.close()
    const step = event.key === 'j' ? 1 : event.key === 'k' ? -1 : 0
    if (step === 0) return
    const from = latest.current
    const at = leads.current.findIndex(({ kind, id }) => kind === from.kind && id === from.id)
    const next = leads.current[at < 0 ? 0 : at + step]
    if (!next) return
    latest.current = next
    go(leadPath(next, search))
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [])
}

/** When staff close a lead, moves the focus to its row in the list. */
export function useFocusBack(open: OpenLead | null): void {
  const last = useRef<OpenLead | null>(null)
  useEffect(() => {
    if (!open && last.current)
      document.querySelector<HTMLElement>(`a[href^="${leadPath(last.current)}"]`)?.focus()
    last.current = open
  }, [open])
}
