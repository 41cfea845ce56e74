import { Type } from '@sinclair/typebox'
import { expect, test } from 'vitest'
import { edit } from '../../src/kernel/edit.ts'
import { answer, command, handle, query } from '../../src/kernel/message.ts'
import { handlers, reactions } from '../../src/modules/index.ts'

test('a stack trace names the call or the reaction that failed', async () => {
  const fail = () => async (): Promise<never> => {
    throw new Error('planted')
  }
  const input = Type.Object({})
  const Read = query('GET /api/planted', 'public', input, input)
  const Write = command('POST /api/planted', 'public', input, input)
  const row = { table: 'planted', find: async () => ({}) }
  for (const [handler, name] of [
    [answer(Read, fail()), 'GET /api/planted'],
    [handle(Write, fail()), 'POST /api/planted'],
  ] as const) {
    const run = 'answer' in handler ? handler.answer : handler.execute
    const failure = await run({} as never, {}, {} as never, {} as never).catch((error: Error) => error)
    expect(failure).toMatchObject({ stack: expect.stringContaining(`at ${name} (`) })
  }
  const later = fail()
  edit(Write, row, later)
  expect(later.name).toBe('POST /api/planted')

  const unnamed = handlers.filter((one) => !('answer' in one ? one.answer : one.execute).name)
  expect(unnamed.map(({ message }) => message)).toEqual([])
  expect(reactions.filter(({ react }) => !react.name).map(({ name }) => name)).toEqual([])
})
