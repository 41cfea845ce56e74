import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { reactions } from '../src/modules/index.ts'
import { auditedActs } from '../src/modules/operations/audit/actionWords.contract.ts'
import { effectWords, eventWords } from '../src/modules/operations/outbox/contract.ts'
import { markdownTable } from './markdownTable.ts'

// `npm run events` writes the tables of docs/events.md; `--check` fails if they are outdated.

const file = path.join(import.meta.dirname, '..', 'docs', 'events.md')
const [start, end] = ['<!-- events: written by `npm run events` -->', '<!-- end of events -->']

const effectsOf = (type: string) =>
  reactions.filter(({ to }) => to.type === type).map(({ name }) => `\`${name}\`: ${effectWords[name]}`)
const types = Object.keys(eventWords).sort()
const withEffects = types.filter((type) => effectsOf(type).length > 0)
const others = types.filter((type) => effectsOf(type).length === 0)

const text = [
  '## Events with effects',
  markdownTable([
    ['event', 'shown as', 'effects'],
    ...withEffects.map((type) => [`\`${type}\``, eventWords[type] ?? '', effectsOf(type).join('<br>')]),
  ]),
  '## Events without effects',
  markdownTable([
    ['event', 'shown as', 'in the audit log'],
    ...others.map((type) => [`\`${type}\``, eventWords[type] ?? '', type in auditedActs ? 'yes' : 'no']),
  ]),
].join('\n\n')

const stored = readFileSync(file, 'utf8')
const [before = '', rest = ''] = stored.split(`${start}\n`)
const [, after] = rest.split(`\n${end}`)
if (after === undefined) throw new Error(`docs/events.md lacks "${start}" or "${end}"`)
const written = `${before}${start}\n\n${text}\n\n${end}${after}`

if (!process.argv.includes('--check')) writeFileSync(file, written)
else if (stored !== written) {
  console.error('docs/events.md is outdated: run npm run events')
  process.exitCode = 1
}
console.log(`${types.length} events`)
