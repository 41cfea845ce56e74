import type { Static } from '@sinclair/typebox'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { ListPrices, type PricedRoute } from '../../../../modules/catalog/priceGrid/contract.ts'
import { call } from '../../../client.ts'
import { leaveIfOut } from '../../kit/session.ts'

export type PriceFilter = Omit<Static<typeof ListPrices.input>, 'page' | 'limit'>

/** The first page is small, so that the grid appears quickly. Then the hook reads the list in pages of `limit`. */
const firstLimit = 100
const limit = 500

interface Part {
  page: number
  limit: number
}

export function usePricedRoutes(filter: PriceFilter) {
  const query = useInfiniteQuery({
    queryKey: [ListPrices.http, filter],
    queryFn: async ({ pageParam, signal }) => {
      try {
        return await call<typeof ListPrices>(ListPrices.http, { ...filter, ...pageParam }, { signal })
      } catch (error) {
        leaveIfOut(error)
        throw error
      }
    },
    initialPageParam: { page: 1, limit: firstLimit } satisfies Part,
    getNextPageParam: ({ page, totalPages }, _, { limit: had }): Part | null =>
      page >= totalPages ? null : had === firstLimit ? { page: 1, limit } : { page: page + 1, limit },
    placeholderData: keepPreviousData,
    meta: { tables: ListPrices.tables ?? [] },
  })
  const { data, hasNextPage, isFetching, fetchNextPage, isError } = query
  useEffect(() => {
    if (hasNextPage && !isFetching && !isError) void fetchNextPage()
  }, [hasNextPage, isFetching, isError, fetchNextPage])

  const rows = useMemo((): PricedRoute[] => {
    // If a route was read twice, the later row is current. The first routes are read in both page sizes, and a
    // save can move a route to a later page.
    const byId = new Map(
      (data?.pages ?? []).flatMap(({ routes }) => routes).map((route) => [route.id, route]),
    )
    return [...byId.values()]
  }, [data])
  return { ...query, rows, total: data?.pages.at(-1)?.totalRoutes ?? 0 }
}

/** Reads the routes with these ids, ignoring the filter. */
export async function readPricedRoutes(ids: ReadonlySet<number>): Promise<PricedRoute[]> {
  const wanted = [...ids]
  const found: PricedRoute[] = []
  while (wanted.length > 0) {
    const part = wanted.splice(0, limit).join(',')
    const { routes } = await call<typeof ListPrices>(ListPrices.http, { ids: part, page: 1, limit })
    found.push(...routes)
  }
  return found
}
