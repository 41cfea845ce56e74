import { useSearchParams } from 'react-router'

/** Rows on a page. */
export const pageSize = 25

/** State of a list in the URL: page, search text, sort order, columns and filters. */
export function useListAddress<F extends string = never>(filters: readonly F[] = []) {
  const [params, setParams] = useSearchParams()
  const page = Math.max(1, Number(params.get('page')) || 1)
  const sort = params.get('sort') ?? undefined
  const search = params.get('search') ?? ''
  const columns = params.get('columns')?.split(',')
  const chosen = Object.fromEntries(
    filters.flatMap((name) => {
      const value = params.get(name)
      return value ? [[name, value]] : []
    }),
  ) as Partial<Record<F, string>>

  /** Changes the URL. A change of the search text, order or filters also returns to page 1. */
  function set(
    changes: Partial<Record<F | 'page' | 'search' | 'sort' | 'columns', string | number | undefined>>,
  ): void {
    setParams(
      () => {
        // Reads the URL again, because `params` lacks a change that is not rendered yet.
        const after = new URLSearchParams(location.search)
        if (!('page' in changes || 'columns' in changes)) after.delete('page')
        for (const [name, value] of Object.entries(changes))
          if (value === undefined || value === '' || (name === 'page' && value === 1)) after.delete(name)
          else after.set(name, String(value))
        return after
      },
      { replace: !('page' in changes), preventScrollReset: true },
    )
  }

  const input = { page, limit: pageSize, ...(search ? { search } : {}), ...(sort ? { sort } : {}) }
  return { page, sort, search, columns, filters: chosen, input, set }
}

export type ListAddress = ReturnType<typeof useListAddress<string>>
