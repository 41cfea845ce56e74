import { expect, test } from 'vitest'
import { apart, NoChild } from '../../src/platform/apart.ts'
import type work from '../fixtures/apart/work.ts'

const fixture = (name: string) => new URL(`../fixtures/apart/${name}.ts`, import.meta.url)

test('work on foreign bytes that does not end, takes all memory or ends its process is given up, and the next is done', async () => {
  const run = apart<typeof work>(fixture('work'))
  const why = (act: string) =>
    run(act).then(
      () => 'done',
      (error: { why?: string }) => error.why,
    )
  expect(await run('echo')).toBe('ciao')
  expect(await why('loop')).toBe('time')
  expect(await why('buffers')).toBe('memory')
  expect(await why('end')).toBe('crash')
  expect(await why('fail')).toBe('error')
  // Several callers at once.
  expect(await Promise.all([why('heap'), run('echo'), run('echo')])).toEqual([
    // V8 may abort the process before the limit is seen.
    expect.stringMatching(/^(memory|crash)$/),
    ...['ciao', 'ciao'],
  ])
  expect(await run('secrets')).toEqual([])
})

test('a file that cannot be loaded is no fault of the input', async () => {
  await expect(apart<typeof work>(fixture('broken'))('echo')).rejects.toThrow(NoChild)
})
