import type { Static } from '@sinclair/typebox'
import {
  type Query as CachedQuery,
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
import { callToEnd } from './callToEnd.ts'
import { fetchedByUser } from './liveQueries.ts'
import { leaveIfOut } from './session.ts'
import { useLeaving } from './useLeaving.ts'

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** liveQueries.ts fetches the query again when one of these tables changes. */
      tables?: readonly string[]
      /** True for a query that a hidden tab fetches after changes, too, such as one for the title of the tab. */
      isForHiddenTab?: boolean
    }
  }
}

/** Returns options for `useQuery`. */
export const queryCall = <M extends Query>(message: M, input: Static<M['input']>) => ({
  queryKey: [message.http, input],
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<Static<M['output']>> => {
    try {
      await ownTask()
      return await call<M>(message.http, input, { signal })
    } catch (error) {
      leaveIfOut(error)
      throw error
    }
  },
  meta: { tables: message.tables ?? [] },
})

/** Ends the current task. Each call has a task of its own, so that a key waits for one call and not for all of a screen. */
const ownTask = () => new Promise<void>((resolve) => setTimeout(resolve))

interface QueryCallOptions {
  enabled?: boolean
  /** True to show the previous response until the next arrives. */
  keepPrevious?: boolean
  /** True for forms, which must not start from an outdated response. */
  isUncached?: boolean
  isForHiddenTab?: boolean
  /** Milliseconds after which a visible tab asks again, for what changes without a change of a table. */
  everyMs?: number
}

export function useQueryCall<M extends Query>(
  message: M,
  input: Static<M['input']>,
  {
    enabled = true,
    keepPrevious = false,
    isUncached = false,
    isForHiddenTab = false,
    everyMs,
  }: QueryCallOptions = {},
): UseQueryResult<Static<M['output']>> {
  const { meta, ...rest } = queryCall(message, input)
  return useQuery({
    ...rest,
    meta: { ...meta, isForHiddenTab },
    enabled,
    refetchInterval: everyMs ?? false,
    ...(keepPrevious ? { placeholderData: keepPreviousData } : {}),
    ...(isUncached ? { gcTime: 0 } : {}),
  })
}

export interface CommandCallOptions<M extends Command> {
  /** Toast after success; omitted if the screen itself shows the success. */
  done?: string | ((output: Static<M['output']>) => string)
  /**
   * Title of the toast after a failure, whose text is the server's message; omitted if the screen itself shows the
   * failure.
   */
  failed?: string
  /** Queries that the command makes outdated: all queries whose `http` begins with one of these texts. */
  renews?: string[]
  onDone?: (output: Static<M['output']>) => void
}

export function useCommandCall<M extends Command>(
  message: M,
  { done, failed, renews = [], onDone }: CommandCallOptions<M>,
) {
  const client = useQueryClient()
  const signal = useLeaving()
  return useMutation<Static<M['output']>, unknown, Static<M['input']>>({
    mutationFn: (input) => callToEnd(message, input, isTrial(input) ? signal() : undefined),
    onSuccess: async (output) => {
      if (done) toast({ title: typeof done === 'string' ? done : done(output) })
      onDone?.(output)
      await renew(client, renews)
    },
    onError: (error) => {
      leaveIfOut(error)
      if (failed) toast({ title: failed, text: sentenceOf(error), tone: 'destructive' })
    },
  })
}

const isTrial = (input: unknown) =>
  typeof input === 'object' && input !== null && 'dryRun' in input && input.dryRun === true

/** Fetches queries again after the user's own act: all queries whose `http` begins with one of the texts. */
export async function renew(client: QueryClient, starts: string[]): Promise<void> {
  const predicate = ({ queryKey: [http] }: CachedQuery) =>
    typeof http === 'string' && starts.some((start) => http.startsWith(start))
  client.getQueryCache().findAll({ predicate }).forEach(fetchedByUser)
  await client.invalidateQueries({ predicate })
}

/** Returns the server's message, or a message about the network if there is no response. */
export function sentenceOf(error: unknown): string {
  if (!(error instanceof CallError))
    return 'Il server non è raggiungibile: controlla la connessione e riprova.'
  return error.problem.detail || `Errore ${error.status}`
}
