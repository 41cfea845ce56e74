import type { Command } from 'commander'
import { print, wholeNumber } from './output.ts'
import { withSession } from './session.ts'

interface EventRow {
  id: number
  type: string
  occurredAt: string
  effects: { reaction: string; state: string; lastError: string | null }[]
}

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
        const { items } = await call<{ items: EventRow[] }>('GET /api/admin/outbox', asked)
        print(items, items.map(eventText).join('\n') || 'None')
      }),
    )
  outbox
    .command('replay')
    .argument('<id>', 'id of an event, from `outbox list`', wholeNumber)
    .description('repeat failed or missing effects; finished ones are not repeated')
    .action((id: number) =>
      withSession(async ({ call }) => {
        const reply = await call<{ replayed: number; refusal: string | null }>(
          'POST /api/admin/outbox/:id/replay',
          { id },
        )
        const refused = reply.refusal ? `; the mail provider still refuses: ${reply.refusal}` : ''
        print(reply, `${reply.replayed} effects queued${refused}`)
      }),
    )
}

function eventText({ id, type, occurredAt, effects }: EventRow): string {
  const lines = effects.map(
    ({ reaction, state, lastError }) =>
      `    ${state.padEnd(8)} ${reaction}${lastError ? `: ${lastError}` : ''}`,
  )
  return [`${id}  ${occurredAt}  ${type}`, ...lines].join('\n')
}
