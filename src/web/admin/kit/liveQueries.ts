import type { Query } from '@tanstack/react-query'
import { CallError } from '../../client.ts'
import { queryClient } from './queryClient.ts'

// Fetches queries again after changes of rows: each query at most every two seconds, and never by cancelling a request.

/** Milliseconds from one request of a query to the next one that a change causes. */
const pauseMs = 2_000
/** The same in a hidden tab, which fetches only the queries with `meta.isForHiddenTab`. */
const hiddenPauseMs = 15_000
/**
 * Milliseconds from a change to its request. One save changes rows of several tables, and the response to the user's own
 * save, which fetches the lists itself, arrives within this time.
 */
const gatherMs = 100
/** Milliseconds until a query is fetched again that the server could not answer after a change. */
const retryMs = 5_000

/** Where data come from: the last request of this query that no change caused, such as that of a page or of a save. */
export interface Origin {
  query: Query
}

const origins = new WeakMap<object, Origin>()
const latestOrigin = new WeakMap<Query, Origin>()
/** Queries whose running request was caused by a change. */
const ofChange = new WeakSet<Query>()
const askedAt = new WeakMap<Query, number>()
/** Queries whose data may be older than the last change, each with the timer of its next request. */
const outdated = new Map<Query, ReturnType<typeof setTimeout> | undefined>()

/** Returns the same object for all data that only changes have renewed since; undefined for parts of a response. */
export const originOf = (data: unknown): Origin | undefined =>
  typeof data === 'object' && data !== null ? origins.get(data) : undefined

/** Declares that the user's own act fetches the query, so that the next data have a new origin. */
export function fetchedByUser(query: Query): void {
  ofChange.delete(query)
}

/** Fetches the matching queries again soon. Queries that no screen shows are fetched when a screen shows them again. */
export function outdate(isMeant: (query: Query) => boolean): void {
  for (const query of queryClient.getQueryCache().findAll({ predicate: isMeant })) {
    query.invalidate()
    if (!outdated.has(query)) outdated.set(query, undefined)
    plan(query)
  }
}

/** A running request may have read its rows before the change, so the next one follows when it has ended. */
function plan(query: Query): void {
  if (!outdated.has(query) || outdated.get(query) || query.state.fetchStatus !== 'idle' || mustWait(query))
    return
  if (!query.isActive()) {
    outdated.delete(query)
    query.invalidate()
    return
  }
  const now = performance.now()
  const pause = document.hidden ? hiddenPauseMs : pauseMs
  const due = Math.max(now + gatherMs, (askedAt.get(query) ?? Number.NEGATIVE_INFINITY) + pause)
  outdated.set(
    query,
    setTimeout(() => fetchAgain(query), due - now),
  )
}

const mustWait = ({ meta }: Query) => document.hidden && !meta?.isForHiddenTab

function fetchAgain(query: Query): void {
  outdated.set(query, undefined)
  // A further page is loading. The request follows when it has ended.
  if (query.state.fetchStatus !== 'idle') return
  outdated.delete(query)
  const { queryKey } = query
  void queryClient.refetchQueries({ queryKey, exact: true, type: 'active' }, { cancelRefetch: false })
  ofChange.add(query)
}

function onStart(query: Query): void {
  askedAt.set(query, performance.now())
  ofChange.delete(query)
  clearTimeout(outdated.get(query))
  outdated.delete(query)
}

function onData(query: Query, data: unknown): void {
  if (typeof data !== 'object' || data === null) return
  const before = ofChange.has(query) ? latestOrigin.get(query) : undefined
  const origin = before ?? { query }
  latestOrigin.set(query, origin)
  origins.set(data, origin)
}

/** Keeps the old data of a busy server on the screen only for a while. */
function onError(query: Query, error: unknown): void {
  const isPassing = !(error instanceof CallError) || error.status === 503
  if (!isPassing || query.state.data === undefined) return
  askedAt.set(query, performance.now() + retryMs - pauseMs)
  if (!outdated.has(query)) outdated.set(query, undefined)
}

queryClient.getQueryCache().subscribe((event) => {
  const { query } = event
  if (event.type === 'removed') {
    clearTimeout(outdated.get(query))
    outdated.delete(query)
  }
  if (event.type !== 'updated') return
  const { action } = event
  // The request for a further page of an infinite query does not renew the pages before.
  if (action.type === 'fetch' && !action.meta?.fetchMore) onStart(query)
  if (action.type === 'success') onData(query, query.state.data)
  if (action.type === 'error') onError(query, action.error)
  plan(query)
})

document.addEventListener('visibilitychange', () => {
  for (const [query, timer] of outdated) {
    clearTimeout(timer)
    outdated.set(query, undefined)
    plan(query)
  }
})
