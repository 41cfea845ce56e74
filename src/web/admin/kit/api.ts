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

interface QueryCallOptions {
  enabled?: boolean
  /** The last answer stands until the next one is there. */
  keepPrevious?: boolean
  /** Nothing of an earlier visit is shown: for forms, which would be filled with what is no longer true. */
  anew?: boolean
}

/** The answer to a query of a contract, kept under its address and input; renewed by `renew` and by live.ts. */
export function useQueryCall<M extends Query>(
  message: M,
  input: Static<M['input']>,
  { enabled = true, keepPrevious = false, anew = false }: QueryCallOptions = {},
): UseQueryResult<Static<M['output']>> {
  return useQuery({
    queryKey: [message.http, input],
    queryFn: async ({ signal }) => {
      try {
        return await call<M>(message.http, input, { signal })
      } catch (error) {
        leaveIfOut(error)
        throw error
      }
    },
    enabled,
    ...(keepPrevious ? { placeholderData: keepPreviousData } : {}),
    ...(anew ? { gcTime: 0 } : {}),
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
