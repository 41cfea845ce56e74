import fc from 'fast-check'
import type { FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import { type CachedResponse, finished, Replies } from '../../src/api/replies.ts'

const answer = (text: string) => finished(200, { 'content-type': 'text/plain' }, text)
const textOf = async (kept: Promise<CachedResponse>) => String((await kept).body)

test('concurrent callers of one response share one rendering', async () => {
  const replies = new Replies((_request, _rank, work) => work())
  let made = 0
  const make = async () => answer(String(++made))
  const asked = Array.from({ length: 20 }, () => textOf(replies.answer(null, '/a/', make)))
  expect(new Set(await Promise.all(asked))).toEqual(new Set(['1']))
  expect(await textOf(replies.answer(null, '/a/', make))).toBe('1')
})

test('a response that failed to render is rendered again for the next caller', async () => {
  const replies = new Replies((_request, _rank, work) => work())
  const failed = () => replies.answer(null, '/a/', () => Promise.reject(new Error('away')))
  expect((await Promise.allSettled([failed(), failed()])).map(({ status }) => status)).toEqual([
    'rejected',
    'rejected',
  ])
  expect(await textOf(replies.answer(null, '/a/', async () => answer('there')))).toBe('there')
})

test('in any order of changes and renderings, no caller gets a response older than its request', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.scheduler(),
      fc.array(fc.constantFrom('ask', 'change', 'ask with data'), { minLength: 2, maxLength: 12 }),
      async (scheduler, steps) => {
        const replies = new Replies((_request, _rank, work) => work())
        let data = 0
        const checks: Promise<void>[] = []
        const act = (step: string) => {
          if (step === 'change') {
            data += 1
            replies.clear()
            return
          }
          const atLeast = data
          const { version } = replies
          const read = data
          const make = async () => {
            const seen = step === 'ask' ? data : read
            await scheduler.schedule(Promise.resolve(), 'render')
            return answer(String(seen))
          }
          checks.push(
            textOf(replies.answer(null, '/a/', make, version)).then((text) =>
              expect(Number(text)).toBeGreaterThanOrEqual(atLeast),
            ),
          )
        }
        for (const step of steps) void scheduler.schedule(Promise.resolve(), step).then(() => act(step))
        await scheduler.waitIdle()
        await Promise.all(checks)
        const cached = replies.find('/a/')
        if (cached) expect(String(cached.body)).toBe(String(data))
      },
    ),
  )
})

test('any number of searches displaces no page', async () => {
  const replies = new Replies((_request, _rank, work) => work())
  const of = (rank: 'known' | 'other') => ({ request: {} as FastifyRequest, rank })
  const large = 'x'.repeat(1024 * 1024)
  await replies.answer(of('known'), '/a/', async () => answer(large))
  for (let n = 0; n < 200; n++) await replies.answer(of('other'), `/search?q=${n}`, async () => answer(large))
  expect(replies.find('/a/')).toBeDefined()
  expect(replies.find('/search?q=199')).toBeDefined()
  expect(replies.find('/search?q=0')).toBeUndefined()
})
