import firstRelease from './firstRelease.json' with { type: 'json' }
import type { Event, Reaction } from './message.ts'

// Names of the queue's tasks (docs/adr/0027). A worker takes only jobs whose task it knows, so the name of a task says all
// that a worker has to know: the event or effect, and its version. The tasks of 1.0.0 name neither, so they remain for what
// 1.0.0 knows.

/** Tasks of a worker of 1.0.0, which does not store them in `workers`. */
export const firstTasks = [
  'dispatch',
  'react',
  'writeText',
  'sendMail',
  'submitSearchEngines',
  'purgeEdge',
  'periodic',
  'sweep',
]

/** Effects and scheduled tasks of 1.0.0, which its worker runs under the tasks above. */
export const firstEffects: Record<string, string[]> = firstRelease.effects
const firstReactions = new Set(Object.values(firstEffects).flat())
const firstScheduledTasks = new Set(firstRelease.scheduledTasks)
const firstMails = new Set(firstRelease.mails)

/** The events to which a module reacts, by each of their names. */
const reactedTo = new Map<string, Event>()

export function listReactions(reactions: Reaction[]): void {
  for (const { to } of reactions) for (const type of typesOf(to)) reactedTo.set(type, to)
}

/** Returns the present name of an event that an earlier release may have stored. */
export const presentType = (type: string): string => reactedTo.get(type)?.type ?? type

/** Returns the names of an event in stored rows. */
export function storedTypes(type: string): string[] {
  const known = reactedTo.get(type)
  return known ? typesOf(known) : [type]
}

/** Returns the names under which releases have stored the event, the present one first. */
export const typesOf = ({ type, formerTypes = [] }: Event): string[] => [type, ...formerTypes]

/** Returns the versions of the event that this release reads, the one that it writes first. */
export const versionsOf = ({ version = 1, earlier = {} }: Event): number[] => [
  version,
  ...Object.keys(earlier).map(Number),
]

/** Returns the task that dispatches the event; null for `dispatch`, also if nothing reacts to the event. */
export function dispatchTask(type: string, version: number): string | null {
  const isOld = version === 1 && Object.hasOwn(firstEffects, type)
  return isOld || !reactedTo.has(type) ? null : `dispatch:${type}@${version}`
}

/** Returns the task that runs the reaction for a version of its event; null for `react`. */
export function effectTask(reaction: string, version: number): string | null {
  return version === 1 && firstReactions.has(reaction) ? null : `react:${reaction}@${version}`
}

/** Returns the task that runs the reaction for a part (`NotKnown`). */
export const partTask = (reaction: string, version: number, part: string) =>
  `react:${reaction}@${version}:${part}`

/** Returns the task that sends mails of this purpose; null for `sendMail`. */
export const mailTask = (purpose: string): string | null =>
  firstMails.has(purpose) ? null : `sendMail:${purpose}@1`

/** Returns the task that runs a scheduled task at once. */
export const scheduledTask = (name: string) =>
  firstScheduledTasks.has(name) ? 'periodic' : `periodic:${name}`

/**
 * Thrown by a reaction whose payload names a part that this release does not have, such as a command. The effect then
 * waits for a worker whose reaction lists it among its `parts`, and the try does not count. For a mail, the part is the
 * task of its purpose.
 */
export class NotKnown extends Error {
  readonly part: string

  constructor(part: string) {
    super(`this release does not know ${part}`)
    this.part = part
  }
}
