import type { Static, TObject } from '@sinclair/typebox'
import { useQueryClient } from '@tanstack/react-query'
import type { Command, Query } from '../../../kernel/message.ts'
import { call } from '../../client.ts'
import { renew } from './api.ts'
import { useContractForm } from './useContractForm.ts'

interface Options<S extends TObject> {
  read: Query
  change: Command<S>
  /** Record as read. */
  values: Partial<Record<keyof Static<S>, unknown>>
  done: string
  failed: string
  /** Further queries that the save makes outdated. */
  renews?: string[]
}

/** Form of settings, of which only one record exists. */
export function useSettingsForm<S extends TObject>({ read, change, renews = [], ...options }: Options<S>) {
  const client = useQueryClient()
  return useContractForm({
    ...options,
    schema: change.input,
    save: (input) => call<Command>(change.http, input),
    readAgain: () => call<Query>(read.http, {}) as Promise<Record<string, unknown>>,
    onSaved: () => void renew(client, [read.http, ...renews]),
  })
}
