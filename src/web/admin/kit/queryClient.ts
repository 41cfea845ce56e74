import { QueryClient } from '@tanstack/react-query'

// Data never become stale with time, because live.ts and commands fetch changed data again.
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: Number.POSITIVE_INFINITY, retry: false, refetchOnWindowFocus: false },
    mutations: { retry: false },
  },
})
