import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { call } from '../client.ts'
import { adminPath } from './kit/adminPath.ts'
import { useRights } from './kit/rights.ts'

export interface Target {
  label: string
  hint: string
  to: string
}

const pauseMs = 200
const charsMin = 2
const perKind = 5

interface Found {
  id: number
  [field: string]: unknown
}

/** Kinds of records that the search finds. `to` returns the path of a row. */
const kinds = [
  {
    http: 'GET /api/admin/leads',
    hint: 'Richiesta',
    label: ({ code, name, departure, destination }: Found) =>
      [name, departure && `${departure} → ${destination}`, code].filter(Boolean).join(' · '),
    to: ({ kind, id }: Found) => adminPath('richieste/:kind?/:id?/', { kind: String(kind), id }),
  },
  {
    http: 'GET /api/admin/customers',
    hint: 'Cliente',
    label: ({ name, phone }: Found) => [name, phone].filter(Boolean).join(' · '),
    to: ({ id }: Found) => adminPath('clienti/:id/', { id }),
  },
  {
    http: 'GET /api/admin/route-prices',
    hint: 'Tratta',
    label: ({ departure, destination }: Found) => `${departure} → ${destination}`,
    to: ({ id }: Found) => adminPath('tratte/:id/', { id }),
  },
  {
    http: 'GET /api/admin/locations',
    hint: 'Località',
    label: ({ name }: Found) => String(name),
    to: ({ id }: Found) => adminPath('localita/:id/', { id }),
  },
  {
    http: 'GET /api/admin/blog-posts',
    hint: 'Articolo',
    label: ({ title }: Found) => String(title),
    to: ({ id }: Found) => adminPath('blog/:id/', { id }),
  },
] as const

/** Example row. The search omits a kind if the user may not open the path that `to` returns for this row. */
const anyRow: Found = { kind: 'booking', id: 1 }

/** Returns a few records of each kind that match `text`, after a short pause in typing. */
export function useRecords(text: string): Target[] {
  const { opens } = useRights()
  const [asked, setAsked] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setAsked(text.trim()), pauseMs)
    return () => clearTimeout(timer)
  }, [text])
  const { data = [] } = useQuery({
    queryKey: ['records', asked],
    enabled: asked.length >= charsMin,
    // Shows the previous results until the new ones arrive. Fetches results older than 10 s again.
    placeholderData: keepPreviousData,
    staleTime: 10_000,
    queryFn: async ({ signal }) => {
      const lists = await Promise.all(
        kinds
          .filter(({ to }) => opens(to(anyRow)))
          .map(async ({ http, hint, label, to }) => {
            // Shows the other lists even if one list fails.
            const list = await call(http, { search: asked, page: 1, limit: perKind }, { signal }).catch(
              () => null,
            )
            const { items = [] } = (list ?? {}) as { items?: Found[] }
            return items.map((row) => ({ label: label(row), hint, to: to(row) }))
          }),
      )
      return lists.flat()
    },
  })
  return asked.length >= charsMin && text.trim().length >= charsMin ? data : []
}
