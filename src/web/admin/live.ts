import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { outdate } from './kit/liveQueries.ts'
import { asSeen } from './kit/seenAs.ts'

const reopenMs = 5_000

/** Fetches a query again when a row of its tables changes. Fetches all queries again when a lost connection reopens. */
export function useLive(isOn: boolean): void {
  const client = useQueryClient()
  useEffect(() => {
    if (!isOn) return
    let source: EventSource
    let timer: ReturnType<typeof setTimeout> | undefined
    let wasLost = false
    function open(): void {
      source = new EventSource(asSeen('/api/admin/events'))
      source.addEventListener('open', () => {
        if (wasLost) outdate(() => true)
        wasLost = false
      })
      source.addEventListener('error', () => {
        wasLost = true
        // The browser does not reconnect after a response that is no event stream, so the panel reconnects.
        if (source.readyState !== EventSource.CLOSED) return
        timer = setTimeout(open, reopenMs)
        // The server refuses the stream of a role that was lowered while the page loaded.
        void client.invalidateQueries({ queryKey: ['session'] })
      })
      source.addEventListener('change', ({ data }) => {
        const { table }: { table: string } = JSON.parse(data)
        outdate(({ meta }) => meta?.tables?.includes(table) ?? false)
      })
    }
    open()
    return () => {
      clearTimeout(timer)
      source.close()
    }
  }, [isOn, client])
}
