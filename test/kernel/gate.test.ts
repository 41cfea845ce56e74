import { Socket } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { Gate, type Rank } from '../../src/kernel/gate.ts'
import { HttpError } from '../../src/kernel/httpError.ts'

const options = { running: 2, others: 1, waiting: 4, waitMs: 60_000, refusal: 'pieno' }

/** A gate whose place for `other` work is taken until `release`. `started` lists the work that has started since. */
function heldGate(own: Partial<typeof options> = {}) {
  const gate = new Gate({ ...options, ...own })
  const held = Promise.withResolvers<void>()
  const started: string[] = []
  const first = gate.run({ rank: 'other' }, () => held.promise)
  return {
    gate,
    started,
    async release() {
      held.resolve()
      await first
    },
    enter: (name: string, rank: Rank, earlier = 0, connection?: Socket) =>
      gate.run({ rank, earlier, ...(connection && { connection }) }, async () => void started.push(name)),
  }
}

test('work of sessions and known work start while other work waits', async () => {
  const { gate, started, enter, release } = heldGate()
  const other = enter('other', 'other')
  await enter('session', 'session')
  await enter('known', 'known')
  expect(started).toEqual(['session', 'known'])
  expect(gate.figures).toEqual({ running: 1, waiting: 1, started: 3, refused: 0 })
  await release()
  await other
  expect(started).toEqual(['session', 'known', 'other'])
})

test('work waits in the order of rank, then of the caller’s earlier work, then of arrival', async () => {
  const { started, enter, release } = heldGate({ running: 1, waiting: 9 })
  const all = [
    enter('other 3', 'other', 3),
    enter('other 0', 'other'),
    enter('known 1', 'known', 1),
    enter('other 0, later', 'other'),
    enter('known 0', 'known'),
    enter('session', 'session'),
  ]
  await release()
  await Promise.all(all)
  expect(started).toEqual(['session', 'known 0', 'known 1', 'other 0', 'other 0, later', 'other 3'])
})

test('a full queue refuses the work that would start last', async () => {
  const { gate, started, enter, release } = heldGate({ waiting: 2 })
  const often = enter('often', 'other', 7)
  const once = enter('once', 'other', 1)
  const never = enter('never', 'other')
  await expect(often).rejects.toMatchObject({ status: 503, retryAfterSeconds: 2, message: 'pieno' })
  await expect(enter('twice', 'other', 2)).rejects.toBeInstanceOf(HttpError)
  await release()
  await Promise.all([once, never])
  expect(started).toEqual(['never', 'once'])
  expect(gate.figures).toEqual({ running: 0, waiting: 0, started: 3, refused: 2 })
})

test('work leaves the queue when its caller hangs up, and after the longest wait', async () => {
  const { gate, started, enter, release } = heldGate()
  const caller = new Socket()
  const left = enter('left', 'other', 0, caller)
  const stays = enter('stays', 'other')
  caller.destroy()
  await expect(left).rejects.toMatchObject({ status: 503 })
  await expect(enter('gone before', 'other', 0, caller)).rejects.toMatchObject({ status: 503 })
  const late = gate.run({ rank: 'other', until: performance.now() }, async () => void started.push('late'))
  await expect(late).rejects.toMatchObject({ status: 503 })
  await release()
  await stays
  expect(started).toEqual(['stays'])
})

test('work that fails gives its place back', async () => {
  const { gate, enter, release } = heldGate()
  await expect(gate.run({ rank: 'session' }, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  const waiting = enter('other', 'other')
  await release()
  await waiting
  expect(gate.figures).toEqual({ running: 0, waiting: 0, started: 3, refused: 0 })
})

test('of waiting work at most one starts in each turn of the event loop', async () => {
  const { started, enter, release } = heldGate({ waiting: 9 })
  const all = ['a', 'b', 'c'].map((name) => enter(name, 'other'))
  await release()
  const seen: number[] = []
  while (started.length < 3) {
    seen.push(started.length)
    await turn()
  }
  await Promise.all(all)
  expect(seen).toEqual(expect.arrayContaining([0, 1, 2]))
})
