import { expect, test } from 'vitest'
import { startApp } from '../app.ts'

test('however often /readyz is asked, it costs at most one check a second', async () => {
  await using app = await startApp()
  const { listen } = app.runtime.db
  let checks = 0
  await listen('changes', (payload) => {
    if (payload.startsWith('arrival:')) checks += 1
  })
  const startedAt = performance.now()
  const statuses: number[] = []
  for (let round = 0; round < 20; round += 1) {
    const replies = await Promise.all(Array.from({ length: 10 }, () => app.get('/readyz')))
    statuses.push(...replies.map(({ status }) => status))
  }
  const seconds = (performance.now() - startedAt) / 1000
  expect(new Set(statuses)).toEqual(new Set([200]))
  expect(checks).toBeGreaterThan(0)
  expect(checks).toBeLessThanOrEqual(Math.floor(seconds) + 1)
})
