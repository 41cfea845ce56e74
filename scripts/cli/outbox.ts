import type { Static } from '@sinclair/typebox'
import type { Command } from 'commander'
import { ListOutbox, ReplayEvent } from '../../src/modules/operations/outbox/contract.ts'
import { print, quoted, wholeNumber } from './output.ts'
import { withSession } from './session.ts'

export function addOutboxCommands(program: Command): void {
  const outbox = program.command('outbox').description('list and replay events and their effects')
  outbox
    .command('list')
    .option('--failed', 'only events with a failed effect')
    .option('--limit <n>', 'maximum number', wholeNumber, 20)
    .description('list events, newest first, with the state of each effect')
    .action((options: { failed?: boolean; limit: number }) =>
      withSession(async ({ call }) => {
        const asked = { onlyFailed: options.failed ?? false, limit: options.limit }
        const { items } = await call(ListOutbox, asked)
        print(items, items.map(eventText).join('\n') || 'None')
      }),
    )
  outbox
    .command('replay')
    .argument('<id>', 'id of an event, from `outbox list`', wholeNumber)
    .description('repeat failed or missing effects; finished ones are not repeated')
    .action((id: number) =>
      withSession(async ({ call }) => {
        const reply = await call(ReplayEvent, { id })
        const refused = reply.refusal ? `; the mail provider still refuses: ${quoted(reply.refusal)}` : ''
        print(reply, `${reply.replayed} effects queued${refused}`)
      }),
    )
}

function eventText({
  id,
  type,
  occurredAt,
  effects,
}: Static<typeof ListOutbox.output>['items'][number]): string {
  const lines = effects.map(
    ({ reaction, state, lastError }) =>
      `    ${state.padEnd(8)} ${reaction}${lastError ? `: ${quoted(lastError)}` : ''}`,
  )
  return [`${id}  ${occurredAt}  ${type}`, ...lines].join('\n')
}
