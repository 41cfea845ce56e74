import { expect, test } from 'vitest'
import { refusedLines } from './refusedLines.ts'

test('a path of the panel that is written by hand in the panel is refused; a path of the API is not', () => {
  const lines = [
    `export const plain = '/admin/tratte/'`,
    'export const template = (id: number) => `/admin/tratte/$' + '{id}/`',
    'export const attribute = <a href="/admin/">x</a>',
    `export const call = 'GET /api/admin/leads'`,
    `export const section = 'tratte/'`,
  ]
  expect(refusedLines(`${lines.join('\n')}\n`, 'src/web/admin/trips/planted.tsx')).toEqual([1, 2, 3])
  expect(refusedLines(`${lines.join('\n')}\n`, 'src/modules/trips/planted.tsx')).toEqual([])
})
