import { expect, test } from 'vitest'
import { batched } from '../../src/kernel/batch.ts'

test('concurrent calls run in one batch, each with its own result', async () => {
  const steps: number[][] = []
  const double = batched(async (numbers: number[]) => {
    steps.push(numbers)
    await new Promise((resolve) => setTimeout(resolve, 5))
    return numbers.map((number) => number * 2)
  })
  const first = Promise.all([double(1), double(2), double(3)])
  await new Promise((resolve) => setTimeout(resolve, 2))
  const second = Promise.all([double(4), double(5)])
  expect(await first).toEqual([2, 4, 6])
  expect(await second).toEqual([8, 10])
  expect(steps).toEqual([
    [1, 2, 3],
    [4, 5],
  ])
})

test('a failing item affects no other item of its batch and no later batch', async () => {
  const half = batched(async (numbers: number[]) => {
    if (numbers.some((number) => number % 2 === 1)) throw new Error('odd')
    return numbers.map((number) => number / 2)
  })
  const ends = await Promise.allSettled([half(2), half(3), half(4)])
  expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(await half(6)).toBe(3)
})
