import type { Static, TObject } from '@sinclair/typebox'
import { clean, problems } from './check.ts'
import type { Reaction, ReactionTools } from './message.ts'

/** Runs a reaction. Throws if the stored payload does not match the event's schema. */
export async function react({ to, react }: Reaction, stored: unknown, tools: ReactionTools): Promise<void> {
  const payload = clean(to.payload, stored)
  const [problem] = problems(to.payload, payload)
  if (problem) throw new Error(`payload: ${problem.path} ${problem.message}`)
  // The payload was checked above, which TypeScript cannot follow.
  await react(payload as Static<TObject>, tools)
}
