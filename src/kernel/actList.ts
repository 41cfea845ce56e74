import type { TSchema } from '@sinclair/typebox'
import type { Act, AnyHandler, Reaction } from './message.ts'

/** An act with the schemas that contain the labels of its fields: the inputs, then the outputs, of its commands. */
interface ListedAct {
  act: Act
  schemas: TSchema[]
}

/** All acts that the audit log records today, by type. */
export const actList = new Map<string, ListedAct>()

/** Puts the acts of a module's commands and reactions into the list. `others` have neither. */
export function listActs(handlers: AnyHandler[], reactions: Reaction[], others: readonly Act[]): void {
  const messages = handlers.map(({ message }) => message).filter((message) => message.kind === 'command')
  for (const { acts = [], input } of messages) for (const act of acts) listed(act).schemas.push(input)
  for (const { acts = [], output } of messages) for (const act of acts) listed(act).schemas.push(output)
  for (const act of [...reactions.flatMap(({ acts = [] }) => acts), ...others]) listed(act)
}

function listed(act: Act): ListedAct {
  const known = actList.get(act.type) ?? { act, schemas: [] }
  actList.set(act.type, known)
  return known
}
