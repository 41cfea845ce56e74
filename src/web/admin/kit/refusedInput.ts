import type { TObject } from '@sinclair/typebox'
import type { Command } from '../../../kernel/message.ts'

/** Input schemas of refused commands, by error. They have the labels of the fields that the error names. */
const inputs = new WeakMap<Error, TObject>()

/** Waits for the reply of a command, and notes the command of a refusal. */
export async function noting<T>({ input }: Pick<Command, 'input'>, reply: Promise<T>): Promise<T> {
  try {
    return await reply
  } catch (error) {
    if (error instanceof Error) inputs.set(error, input)
    throw error
  }
}

export const inputOf = (error: unknown): TObject | undefined =>
  error instanceof Error ? inputs.get(error) : undefined
