import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { type DraftFields, SaveDraft } from '../../../../modules/content/blog/contract.ts'
import { call } from '../../../client.ts'
import { isObject, local } from '../../../storage.ts'
import { sentenceOf } from '../../kit/api.ts'
import { leaveIfOut } from '../../kit/session.ts'

const pauseMs = 1_500

export interface Autosave {
  /** Time of the last save of the draft; null if no draft was saved. */
  savedAt: string | null
  state: 'kept' | 'typing' | 'failed'
  /** Reason why saving failed; otherwise empty. */
  problem: string
}

interface Options {
  /** Null for a new article, whose draft is stored in this browser. */
  id: number | null
  /** Version of the stored draft when the form opened; null if there was no draft. */
  updatedAt: string | null
  /** Values of the fields when the form opened, which are already stored. */
  opened: DraftFields
  fields: DraftFields
  /** True while the form has unsaved changes and the article is not being saved. */
  isOn: boolean
  /** Promise that resolves when all drafts sent so far are saved or refused. */
  pending: RefObject<Promise<void>>
}

const storageKey = 'nuovoArticolo'

/** Saves a draft soon after the last keystroke: on the server, or for a new article in this browser. */
export function useAutosave({ id, updatedAt, opened, fields, isOn, pending }: Options): Autosave {
  const [state, setState] = useState<Autosave>({ savedAt: updatedAt, state: 'kept', problem: '' })
  const version = useRef(updatedAt)
  const text = JSON.stringify(fields)
  const kept = useRef(JSON.stringify(opened))

  const keep = useEffectEvent(async () => {
    const sent = text
    try {
      if (id !== null)
        version.current = (
          await call<typeof SaveDraft>(SaveDraft.http, { ...fields, id, updatedAt: version.current })
        ).updatedAt
      else if (!local.keep(storageKey, sent)) {
        const problem = 'questo browser non conserva dati, salva prima di uscire.'
        return setState((before) => ({ ...before, state: 'failed', problem }))
      }
      kept.current = sent
      setState({ savedAt: new Date().toISOString(), state: 'kept', problem: '' })
    } catch (error) {
      leaveIfOut(error)
      setState((before) => ({ ...before, state: 'failed', problem: sentenceOf(error) }))
    }
  })

  useEffect(() => {
    if (!isOn || text === kept.current) return
    setState((before) => ({ ...before, state: 'typing' }))
    const timer = setTimeout(() => {
      pending.current = pending.current.then(keep)
    }, pauseMs)
    return () => clearTimeout(timer)
  }, [text, isOn, pending])
  return state
}

export function begunArticle(): Partial<DraftFields> | null {
  const stored = local.json(storageKey)
  if (!isObject(stored)) return null
  return Object.fromEntries(Object.entries(stored).filter(([, value]) => typeof value === 'string'))
}

export function forgetBegunArticle(): void {
  local.forget(storageKey)
}
