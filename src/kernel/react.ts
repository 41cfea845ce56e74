import type { Static, TObject } from '@sinclair/typebox'
import { italian } from '../languages/catalogs.ts'
import { said } from '../languages/translate.ts'
import { clean, problems } from './check.ts'
import type { Reaction, ReactionTools } from './message.ts'

/** Returns the payload of a job or event. Throws if it does not match its schema. */
export function checkedPayload<P extends TObject>(schema: P, stored: unknown): Static<P> {
  const payload = clean(schema, stored)
  const [problem] = problems(schema, payload)
  if (problem) throw new Error(`payload: ${problem.path} ${said(italian, problem.message)}`)
  // The payload was checked above, which TypeScript cannot follow.
  return payload as Static<P>
}

/** Runs a reaction. Throws if the stored payload does not match the schema of its version. */
export async function react(
  { to, react }: Reaction,
  { version, payload }: { version: number; payload: unknown },
  tools: ReactionTools,
): Promise<void> {
  if (version === (to.version ?? 1)) return react(checkedPayload(to.payload, payload), tools)
  const earlier = to.earlier?.[version]
  if (!earlier) throw new Error(`payload: version ${version} of ${to.type} is unknown`)
  const stored = checkedPayload(earlier.payload, payload)
  await react(checkedPayload(to.payload, earlier.read(stored as never)), tools)
}
