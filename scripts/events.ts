import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { actList } from '../src/kernel/actList.ts'
import { typesOf, versionsOf } from '../src/kernel/jobTask.ts'
import { reactions } from '../src/modules/index.ts'
import { eventLabels } from '../src/modules/operations/module.ts'
import { effectWords } from '../src/modules/operations/outbox/contract.ts'
import { markdownTable } from './markdownTable.ts'
import { shapeOf } from './payloadShape.ts'

// `npm run events` writes the tables of docs/events.md; `--check` fails if they are outdated. `--release 1.1.0` also stores
// the events with effects in test/upgrade/events.json, which later releases must read.

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

function storeRelease(name: string): void {
  const released = path.join(import.meta.dirname, '..', 'test', 'upgrade', 'events.json')
  const events = [...new Set(reactions.flatMap(({ to }) => typesOf(to)))].sort().map((type) => {
    const own = reactions.filter(({ to }) => typesOf(to).includes(type))
    const [event] = own.map(({ to }) => to)
    if (!event) throw new Error(`nothing reacts to ${type}`)
    const effects = own.map((reaction) => reaction.name).sort()
    return [type, { version: event.version ?? 1, payload: shapeOf(event.payload), effects }]
  })
  const earlier = JSON.parse(readFileSync(released, 'utf8'))
  writeFileSync(released, `${JSON.stringify({ ...earlier, [name]: Object.fromEntries(events) }, null, 2)}\n`)
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

const [, release] = process.argv.slice(process.argv.indexOf('--release'))
if (process.argv.includes('--release') && release) storeRelease(release)
if (!process.argv.includes('--check')) writeFileSync(file, written)
else if (stored !== written) {
  console.error('docs/events.md is outdated: run npm run events')
  process.exitCode = 1
}
console.log(`${types.length} events`)
