import type { Static, TObject } from '@sinclair/typebox'
import { clean, problems } from './check.ts'
import type { Reaction, World } from './message.ts'

/** Runs a reaction with what the outbox stored. Throws for a payload that does not fit the event. */
export async function react({ to, react }: Reaction, stored: unknown, world: World): Promise<void> {
  const payload = clean(to.payload, stored)
  const [problem] = problems(to.payload, payload)
  if (problem) throw new Error(`payload: ${problem.path} ${problem.message}`)
  // The check above proves the type, which TypeScript cannot follow.
  await react(payload as Static<TObject>, world)
}
