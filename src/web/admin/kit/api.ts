import type { Static } from '@sinclair/typebox'
import {
  keepPreviousData,
  type QueryClient,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import type { Command, Query } from '../../../kernel/message.ts'
import { CallError, call } from '../../client.ts'
import { toast } from '../../ui/toast.ts'
import { leaveIfOut } from '../session.ts'

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: { tables?: readonly string[] }
  }
}

/** Options of `useQuery` for a query of a contract; live.ts refetches it when a row of `meta.tables` changes. */
export const queryCall = <M extends Query>(message: M, input: Static<M['input']>) => ({
  queryKey: [message.http, input],
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<Static<M['output']>> => {
    try {
      return await call<M>(message.http, input, { signal })
    } catch (error) {
      leaveIfOut(error)
      throw error
    }
  },
  meta: { tables: message.tables ?? [] },
})

interface QueryCallOptions {
  enabled?: boolean
  /** Shows the previous answer until the next one arrives. */
  keepPrevious?: boolean
  /** Forgets the answer when the screen closes: a form must not start from an outdated one. */
  isUncached?: boolean
}

/** Fetches the answer to a query of a contract, cached under its address and input. */
export function useQueryCall<M extends Query>(
  message: M,
  input: Static<M['input']>,
  { enabled = true, keepPrevious = false, isUncached = false }: QueryCallOptions = {},
): UseQueryResult<Static<M['output']>> {
  return useQuery({
    ...queryCall(message, input),
    enabled,
    ...(keepPrevious ? { placeholderData: keepPreviousData } : {}),
    ...(isUncached ? { gcTime: 0 } : {}),
  })
}

interface CommandCallOptions<M extends Command> {
  /** The toast after success: a title, or nothing when the screen itself says it. */
  done?: string | ((output: Static<M['output']>) => string)
  /** The toast's title after a refusal (spec section 8: "Impossibile …"); the server's sentence stands below it. */
  failed: string
  /** Queries whose answers have changed: their `http`, or its beginning. */
  renews?: string[]
  onDone?: (output: Static<M['output']>) => void
}

/** Sends a command; every success and every failure says so. */
export function useCommandCall<M extends Command>(
  message: M,
  { done, failed, renews = [], onDone }: CommandCallOptions<M>,
) {
  const client = useQueryClient()
  return useMutation<Static<M['output']>, unknown, Static<M['input']>>({
    mutationFn: (input) => call<M>(message.http, input),
    onSuccess: async (output) => {
      if (done) toast({ title: typeof done === 'string' ? done : done(output) })
      onDone?.(output)
      await renew(client, renews)
    },
    onError: (error) => {
      leaveIfOut(error)
      toast({ title: failed, text: sentenceOf(error), tone: 'destructive' })
    },
  })
}

/** Asks again for everything whose `http` begins so. */
export async function renew(client: QueryClient, starts: string[]): Promise<void> {
  await client.invalidateQueries({
    predicate: ({ queryKey: [http] }) =>
      typeof http === 'string' && starts.some((start) => http.startsWith(start)),
  })
}

/** What the server said, fit to be shown; a network that is gone says so. */
export function sentenceOf(error: unknown): string {
  if (!(error instanceof CallError))
    return 'Il server non è raggiungibile: controlla la connessione e riprova.'
  return error.problem.detail || `Errore ${error.status}`
}
