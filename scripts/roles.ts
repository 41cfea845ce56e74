import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { roleNames, roles } from '../src/kernel/role.ts'
import { messages } from '../src/modules/index.ts'
import {
  type RoleArea,
  roleActsIn,
  roleAreasOf,
  roleCallsOf,
} from '../src/modules/settings/staff/roles.contract.ts'
import { markdownTable } from './markdownTable.ts'

// `npm run roles` writes the table of roles in docs/security.md; `--check` fails if the table is outdated.

const file = path.join(import.meta.dirname, '..', 'docs', 'security.md')
const [start, end] = ['<!-- roles: written by `npm run roles` -->', '<!-- end of roles -->']
const words = { read: 'reads', change: 'changes', delete: 'deletes' }

const areas = roleAreasOf(roleCallsOf(messages))
const rows = [
  ['Calls below `/api/` or `/api/admin/`', ...roles.map((role) => roleNames[role])],
  ...areas.map((area) => [`\`${area.name}\``, ...roles.map((role) => cellOf(area, role))]),
]
const stored = readFileSync(file, 'utf8')
const [before = '', rest = ''] = stored.split(`${start}\n`)
const [, after] = rest.split(`\n${end}`)
if (after === undefined) throw new Error(`docs/security.md lacks "${start}" or "${end}"`)
const text = `${before}${start}\n\n${markdownTable(rows)}\n\n${end}${after}`

if (!process.argv.includes('--check')) writeFileSync(file, text)
else if (stored !== text) {
  console.error('docs/security.md has an old table of roles: run npm run roles')
  process.exitCode = 1
}
console.log(`${areas.length} areas of calls`)

function cellOf(area: RoleArea, role: (typeof roles)[number]): string {
  const acts = roleActsIn(area, role).map(({ act, isWhole }) => words[act] + (isWhole ? '' : ' in part'))
  return acts.join(', ') || '–'
}
