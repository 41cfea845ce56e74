import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { renew } from './kit/api.ts'

/** Which answers change with the rows of a table: the beginnings of their `http`. */
const shownIn: Record<string, string[]> = {
  availability_requests: [
    'GET /api/admin/availability-requests',
    'GET /api/admin/leads',
    'GET /api/admin/dashboard',
    'GET /api/admin/calendar',
  ],
  bookings: [
    'GET /api/admin/bookings',
    'GET /api/admin/leads',
    'GET /api/admin/dashboard',
    'GET /api/admin/calendar',
  ],
  contacts: ['GET /api/admin/contacts', 'GET /api/admin/leads', 'GET /api/admin/dashboard'],
  // The provider refuses the configuration, or accepts it again.
  email_configurations: [
    'GET /api/admin/email-configurations',
    'GET /api/admin/email-messages/status',
    'GET /api/admin/dashboard',
    'GET /api/admin/system',
  ],
  // A mail that comes back marks its lead.
  email_messages: ['GET /api/admin/email-messages', 'GET /api/admin/leads', 'GET /api/admin/dashboard'],
  jobs: ['GET /api/admin/jobs'],
  text_drafts: ['GET /api/admin/text-drafts'],
  locations: ['GET /api/admin/locations'],
  route_prices: ['GET /api/admin/route-prices', 'GET /api/admin/correlated-routes', 'GET /api/bulk-pricing'],
  blog_posts: ['GET /api/admin/blog-posts'],
  site_settings: ['GET /api/site-settings'],
}

const reopenMs = 5_000

/**
 * What changes anywhere shows in open panels without a reload. A connection that comes back asks for everything anew:
 * nobody told us what happened meanwhile.
 */
export function useLive(isOn: boolean): void {
  const client = useQueryClient()
  useEffect(() => {
    if (!isOn) return
    let source: EventSource
    let timer: ReturnType<typeof setTimeout> | undefined
    let wasLost = false
    function open(): void {
      source = new EventSource('/api/admin/events')
      source.addEventListener('open', () => {
        if (wasLost) void renew(client, ['GET '])
        wasLost = false
      })
      source.addEventListener('error', () => {
        wasLost = true
        // The browser reconnects by itself, except after an answer that was no stream.
        if (source.readyState === EventSource.CLOSED) timer = setTimeout(open, reopenMs)
      })
      source.addEventListener('change', ({ data }) => {
        const { table }: { table: string } = JSON.parse(data)
        void renew(client, shownIn[table] ?? [])
      })
    }
    open()
    return () => {
      clearTimeout(timer)
      source.close()
    }
  }, [isOn, client])
}
