import { useEffect, useEffectEvent, useState } from 'react'
import type { Translate } from '../../../languages/translate.ts'
import type { ReadPage, View } from '../../../modules/content/pages/contract.ts'
import { call } from '../../client.ts'
import { useLanguage } from '../../ui/language.ts'
import { listPath } from '../parts/paths.ts'
import { choiceQuery } from '../trip/choice.ts'

type ListView = Extract<View, { kind: 'prices' | 'routes' }>

/** Milliseconds without typing before the browser asks the server. */
const pauseMs = 200

export type ListState = 'ready' | 'loading' | 'error' | 'empty'

/** Filters the list on the server while the visitor types. */
export function useRouteList(given: ListView) {
  const { t } = useLanguage()
  const [text, setText] = useState(given.list.search)
  const [found, setFound] = useState<{ text: string; view: ListView | null }>({
    text: given.list.search,
    view: given,
  })
  const [state, setState] = useState<ListState>(given.list.hubs.length > 0 ? 'ready' : 'empty')
  const { hub, page } = given.list

  const load = async (cerca: string, signal?: AbortSignal) => {
    const path = listPath(given.kind, hub, cerca ? 1 : page)
    const input = { path, lang: t.language, ...choiceQuery(given.choice), ...(cerca && { cerca }) }
    const { view } = await call<typeof ReadPage>('GET /api/pages', input, signal ? { signal } : {})
    if (view.kind !== given.kind) throw new Error(`The list is now a page of kind ${view.kind}`)
    return view
  }

  const search = useEffectEvent((signal: AbortSignal) => {
    load(text.trim().slice(0, 80), signal).then(
      (view) => setFound({ text, view }),
      () => signal.aborted || setFound({ text, view: null }),
    )
  })
  useEffect(() => {
    if (text === found.text) return
    const stop = new AbortController()
    const timer = setTimeout(() => search(stop.signal), pauseMs)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [text, found.text])

  const reload = async () => {
    setState('loading')
    try {
      const view = await load('')
      setFound({ text, view })
      setState(view.list.hubs.length > 0 ? 'ready' : 'empty')
    } catch {
      setState('error')
    }
  }
  const loadMissing = useEffectEvent(() => {
    if (given.list.hubs.length === 0) void reload()
  })
  useEffect(() => loadMissing(), [])

  const { list, totals } = found.view ?? given
  return {
    text,
    setText,
    list,
    totals,
    state,
    reload,
    isFiltered: text.trim() !== '',
    isLoading: found.text !== text,
    hasFailed: found.view === null,
    cut: text.trim() ? null : hub ? ('long' as const) : ('short' as const),
  }
}

/** Returns the state of the search in words; empty if the list is not filtered. */
export function countWords(
  t: Translate,
  { list, isFiltered, isLoading, hasFailed }: ReturnType<typeof useRouteList>,
): string {
  if (isLoading) return t('list.searching')
  if (hasFailed) return t('list.searchFailed')
  const found = list.groups.reduce((sum, group) => sum + group.found, 0)
  return isFiltered ? t('list.found', { count: found }) : ''
}
