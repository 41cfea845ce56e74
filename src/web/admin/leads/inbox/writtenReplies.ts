import { useSyncExternalStore } from 'react'
import type { LeadItem } from '../../../../modules/leads/inbox/contract.ts'
import type { AnswerWay } from '../../../../modules/leads/lead/contract.ts'

// Keeps unsent replies and the last answer in memory: a component would lose both when staff open the next lead.

type LeadKey = Pick<LeadItem, 'kind' | 'id'>

export interface Written {
  subject: string
  text: string
}

export interface LastAnswer extends Written {
  actId: number
  lead: LeadKey
  via: AnswerWay
  /** For example `Email a Anna Rossi`. */
  label: string
  /** Time in ms at which the mail is sent; null if the product sends nothing. */
  leavesAt: number | null
}

const written = new Map<string, Written>()
let last: LastAnswer | null = null
const watchers = new Set<() => void>()

function changed(): void {
  for (const watcher of watchers) watcher()
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

const keyOf = ({ kind, id }: LeadKey, via: AnswerWay) => `${kind} ${id} ${via}`

/** Returns the edited reply; undefined if staff have not edited the reply to this lead. */
export function useWritten(lead: LeadKey, via: AnswerWay): Written | undefined {
  return useSyncExternalStore(watch, () => written.get(keyOf(lead, via)))
}

/** Stores an edited reply; null deletes it. */
export function keepWritten(lead: LeadKey, via: AnswerWay, reply: Written | null): void {
  if (reply) written.set(keyOf(lead, via), reply)
  else written.delete(keyOf(lead, via))
  changed()
}

export function useLastAnswer(): LastAnswer | null {
  return useSyncExternalStore(watch, () => last)
}

export function setLastAnswer(answer: LastAnswer | null): void {
  last = answer
  changed()
}
