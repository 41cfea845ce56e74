import fc from 'fast-check'
import MarkdownIt from 'markdown-it'
import { expect, test } from 'vitest'
import { harmless, nameLength } from '../../src/kernel/claimed.ts'
import { hostileText, linksIn } from '../hostileText.ts'
import { inFull } from '../length.ts'

test('of any outsider’s text neither a mail program nor Markdown makes a link, and no markup is left', () => {
  const markdown = new MarkdownIt({ html: true, linkify: true })
  fc.assert(
    fc.property(hostileText, (text) => {
      const shown = harmless(text)
      expect([shown, linksIn(shown)]).toEqual([shown, []])
      // Blocks do no harm: in a mail the text never begins a line.
      expect(markdown.render(shown)).not.toMatch(/<(?!\/?(p|ol|ul|li|hr|pre|code|br|h\d)\b)/)
      // A second pass changes nothing, so texts that pass twice stay readable.
      expect(harmless(shown)).toBe(shown)
      const short = harmless(text, nameLength)
      expect(Array.from(short).length).toBeLessThanOrEqual(nameLength)
      expect(linksIn(short)).toEqual([])
    }),
    { numRuns: inFull(2_000, 50_000) },
  )
})

test('everyday names and places stay as they are, or readable', () => {
  for (const text of [
    'Masseria Torre Coccaro, C.da Coccaro 8',
    'L’Aquila – Stazione, ore 12.30',
    'Hotel «Don Totu», 3° piano (int. 4/b)',
    'Anna-Maria D’Amico & figli',
    'FR 1234',
    '89,50\u00a0€',
    '1.250 m',
    'prima riga\nseconda riga',
  ])
    expect(harmless(text)).toBe(text.replace('C.da', 'C. da'))
  expect(harmless('S.Maria di Leuca')).toBe('S. Maria di Leuca')
  // A mail program recognizes the address at the end of a longer chain of numbers.
  expect(harmless('1.2.3.41.2.3.4')).toBe('1. 2. 3. 41. 2. 3. 4')
  expect(harmless('[http://evil.example/a](x)')).toBe('http evil. example/a (x)')
  expect(harmless('x'.repeat(100), nameLength)).toBe(`${'x'.repeat(59)}…`)
})
