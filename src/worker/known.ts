import {
  dispatchTask,
  effectTask,
  mailTask,
  partTask,
  scheduledTask,
  typesOf,
  versionsOf,
} from '../kernel/jobTask.ts'
import type { Reaction } from '../kernel/message.ts'
import { reactions } from '../modules/index.ts'
import { mailPurposes } from '../modules/integrations/module.ts'
import { taskNames } from './periodic.ts'

// The names and versions that this worker knows. It leaves other jobs to workers of other releases.

interface KnownEffect {
  type: string
  version: number
  reaction: string
  /** Null for `react`. */
  task: string | null
}

/** Returns the effects of each version of each event. */
export const knownEffects = (): KnownEffect[] =>
  reactions.flatMap(({ name, to }) =>
    typesOf(to).flatMap((type) =>
      versionsOf(to).map((version) => ({ type, version, reaction: name, task: effectTask(name, version) })),
    ),
  )

export const dispatchTasks = (): string[] => [
  ...new Set(
    reactions.flatMap(({ to }) =>
      typesOf(to).flatMap((type) => versionsOf(to).flatMap((version) => dispatchTask(type, version) ?? [])),
    ),
  ),
]

/** Returns the tasks that run the reaction, besides `react`. */
export const effectTasks = ({ name, to, parts }: Reaction): string[] =>
  versionsOf(to).flatMap((version) => [
    ...(effectTask(name, version) === null ? [] : [`react:${name}@${version}`]),
    ...(parts?.() ?? []).map((part) => partTask(name, version, part)),
  ])

/** Returns the tasks that send mails, besides `sendMail`. */
export const mailTasks = (): string[] => mailPurposes.flatMap((purpose) => mailTask(purpose) ?? [])

export const scheduledTasks = (): string[] => taskNames.map(scheduledTask)

/** Returns the names of the tasks of events and effects that have a name of their own. */
export const knownTasks = (): string[] => [...dispatchTasks(), ...reactions.flatMap(effectTasks)]
