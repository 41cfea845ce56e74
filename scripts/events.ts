import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { actList } from '../src/kernel/actList.ts'
import { versionsOf } from '../src/kernel/jobTask.ts'
import { reactions } from '../src/modules/index.ts'
import { eventLabels } from '../src/modules/operations/module.ts'
import { effectWords } from '../src/modules/operations/outbox/contract.ts'
import { markdownTable } from './markdownTable.ts'

// `npm run events` writes the tables of docs/events.md; `--check` fails if they are outdated.

const file = path.join(import.meta.dirname, '..', 'docs', 'events.md')
const [start, end] = ['<!-- events: written by `npm run events` -->', '<!-- end of events -->']

const effectsOf = (type: string) =>
  reactions.filter(({ to }) => to.type === type).map(({ name }) => `\`${name}\`: ${effectWords[name]}`)
/** The version that is written, and those that are still read. */
function versionOf(type: string): string {
  const event = reactions.find(({ to }) => to.type === type)?.to
  const [written, ...read] = event ? versionsOf(event) : []
  const former = event?.formerTypes?.map((name) => `also \`${name}\``) ?? []
  return [written, ...(read.length > 0 ? [`reads ${read.join(', ')}`] : []), ...former].join('<br>')
}
const labels = eventLabels()
const types = Object.keys(labels).sort()
const withEffects = types.filter((type) => effectsOf(type).length > 0)
const others = types.filter((type) => effectsOf(type).length === 0)

const text = [
  '## Events with effects',
  markdownTable([
    ['event', 'version', 'shown as', 'effects'],
    ...withEffects.map((type) => [
      `\`${type}\``,
      versionOf(type),
      labels[type] ?? '',
      effectsOf(type).join('<br>'),
    ]),
  ]),
  '## Events without effects',
  markdownTable([
    ['event', 'shown as', 'in the audit log'],
    ...others.map((type) => [`\`${type}\``, labels[type] ?? '', actList.has(type) ? 'yes' : 'no']),
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
