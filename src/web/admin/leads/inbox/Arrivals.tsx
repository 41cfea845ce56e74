import { useEffect, useRef } from 'react'
import { ListLeads } from '../../../../modules/leads/inbox/contract.ts'
import { kindNames } from '../../../../modules/leads/lead/contract.ts'
import { routeOf } from '../../../../modules/leads/lead/leg.contract.ts'
import { toast } from '../../../ui/toast.ts'
import { useQueryCall } from '../../kit/api.ts'
import { showNumber } from '../../kit/format.ts'
import { whoOf } from '../lead/leadLabels.ts'
import { chime, isSoundOn } from './sound.ts'

/** Returns the number of unread leads and the newest lead, which a hidden tab updates, too. Both are undefined until loaded. */
function useNewest() {
  const { data } = useQueryCall(
    ListLeads,
    { page: 1, limit: 1 },
    { keepPrevious: true, isForHiddenTab: true },
  )
  return {
    unread: data?.counts.reduce((sum, { unread }) => sum + unread, 0),
    newest: data?.items[0],
  }
}

/** Announces new leads with a sound and one toast. The title of the browser tab shows the number of unread leads. */
export function Arrivals() {
  const { unread, newest } = useNewest()
  const known = useRef<{ createdAt: string; unread: number } | null>(null)

  useEffect(() => {
    if (unread === undefined) return
    const before = known.current
    known.current = { createdAt: newest?.createdAt ?? '', unread }
    if (!before || !newest || newest.createdAt <= before.createdAt || newest.isRead) return
    if (isSoundOn()) chime()
    const arrived = unread - before.unread
    toast({
      title:
        arrived > 1
          ? `${showNumber(arrived)} nuove richieste`
          : `Nuova: ${kindNames[newest.kind].one.toLowerCase()}`,
      text: [whoOf(newest), routeOf(newest), arrived > 1 && 'e altre'].filter(Boolean).join(', '),
    })
  }, [newest, unread])

  // Supporting browsers show the number on the icon of an installed panel.
  useEffect(() => {
    if (unread !== undefined && 'setAppBadge' in navigator) navigator.setAppBadge(unread).catch(() => {})
  }, [unread])

  useEffect(() => {
    // Sections set the title later, so `mark` prepends the number after every change.
    const mark = () => {
      const name = document.title.replace(/^\([\d.]+\) /, '')
      const title = unread ? `(${showNumber(unread)}) ${name}` : name
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

export function UnreadBadge() {
  const { unread } = useNewest()
  return unread ? (
    <span className="figures ml-auto rounded-full bg-sun px-2 font-semibold text-ink text-xs leading-[1.25rem]">
      {showNumber(unread)}
      <span className="sr-only"> non lette</span>
    </span>
  ) : null
}
