import { expect, test } from 'vitest'
import { refusedLines } from './refusedLines.ts'

test('an object that is packed into another is refused; a condition and a variable are not', () => {
  const lines = [
    'export const packed = (a: number) => ({ ...{ a, b: 2 }, c: 3 })',
    'export const spread = (more: object, isOn: boolean) => ({ ...more, ...(isOn && { d: 4 }) })',
  ]
  expect(refusedLines(`${lines.join('\n')}\n`, 'src/planted.ts')).toEqual([1])
})
