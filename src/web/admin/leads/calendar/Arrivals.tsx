import { useEffect, useRef } from 'react'
import { ListLeads } from '../../../../modules/leads/inbox/contract.ts'
import { toast } from '../../../ui/toast.ts'
import { useQueryCall } from '../../kit/api.ts'
import { chime, isSoundOn } from '../inbox/sound.ts'
import { kindNames, routeOf, whoOf } from '../inbox/words.ts'

/** How many leads nobody has opened; the newest of all. Renewed as they arrive (live.ts). */
function useNewest() {
  const { data } = useQueryCall(ListLeads, { page: 1, limit: 1 }, { keepPrevious: true })
  return {
    unread: (data?.counts ?? []).reduce((sum, { unread }) => sum + unread, 0),
    newest: data?.items[0],
  }
}

/** In every section: a new lead is heard and named, and the tab says how many wait to be read. */
export function Arrivals() {
  const { unread, newest } = useNewest()
  const known = useRef<string | null>(null)

  useEffect(() => {
    if (!newest) return
    const isNew = known.current !== null && newest.createdAt > known.current && !newest.isRead
    known.current = newest.createdAt
    if (!isNew) return
    if (isSoundOn()) chime()
    toast({
      title: `Nuova: ${kindNames[newest.kind].one.toLowerCase()}`,
      text: [whoOf(newest), routeOf(newest)].filter(Boolean).join(', '),
    })
  }, [newest])

  // On the icon of a panel that was put on the home screen; where there is none, nothing happens.
  useEffect(() => {
    if ('setAppBadge' in navigator) navigator.setAppBadge(unread).catch(() => {})
  }, [unread])

  useEffect(() => {
    // Sections name the tab as they open, after this: the number is put back before it.
    const mark = () => {
      const name = document.title.replace(/^\(\d+\) /, '')
      const title = unread > 0 ? `(${unread}) ${name}` : name
      if (document.title !== title) document.title = title
    }
    mark()
    const observer = new MutationObserver(mark)
    const element = document.querySelector('title')
    if (element) observer.observe(element, { childList: true })
    return () => observer.disconnect()
  }, [unread])

  return null
}

/** The number beside the section's name in the menu. */
export function UnreadBadge() {
  const { unread } = useNewest()
  return unread > 0 ? (
    <span className="figures ml-auto rounded-full bg-sun px-2 font-semibold text-ink text-xs leading-5">
      {unread}
      <span className="sr-only"> non lette</span>
    </span>
  ) : null
}
