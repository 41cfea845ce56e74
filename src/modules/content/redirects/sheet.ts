import { audit, told } from '../../../kernel/audit.ts'
import type { Context } from '../../../kernel/context.ts'
import { download, partsOf } from '../../../kernel/download.ts'
import { type FieldError, refuseFaults } from '../../../kernel/httpError.ts'
import { type Caller, handle } from '../../../kernel/message.ts'
import { emit } from '../../../kernel/outbox.ts'
import { withModelsOnce } from '../../../kernel/readModel.ts'
import { fileTable, sendSheet } from '../../../kernel/sheet.ts'
import { columnOf, readLines, type Sheet, type TableLine } from '../../../kernel/table.ts'
import type { Tx } from '../../../platform/db.ts'
import { lockRedirects } from '../addresses/moves.writes.ts'
import { redirects } from '../addresses/redirects.queries.ts'
import type { Rule, RuleBook } from '../addresses/rules.queries.ts'
import { redirectChanged, redirectCreated } from './contract.ts'
import { forgetMissed } from './missedPages.ts'
import { findRedirect, type RedirectRow, shown } from './redirects.ts'
import { columnsOf, newAddressFault, newAddressIn, oldAddressIn, pageInstead, settle } from './settling.ts'
import {
  ExportRedirects,
  type ImportedRedirect,
  ImportRedirects,
  redirectHeadings,
} from './sheet.contract.ts'

type Line = TableLine<keyof typeof redirectHeadings>

/** Maximum lines of a file, which the deadline allows. */
const linesMax = 2_000

export const exportRedirects = download(ExportRedirects, async (file) => {
  const { read } = file
  const { off } = await redirects(read)
  const rows = read<Rule[]>`
    select id, from_path, to_path, status_code from redirects where id <> all(${[...off.keys()]}) order by from_path`
  const headings = Object.values(redirectHeadings).map(([label]) => label)
  return sendSheet(file, headings, partsOf(read, rows), (part) =>
    part.map(({ fromPath, toPath, statusCode }) => [fromPath, toPath, statusCode]),
  )
})

export const importRedirects = handle(ImportRedirects, (tx, { data, dryRun }, caller, context) =>
  // Each line asks whether a page is at its address.
  withModelsOnce(async () => {
    const lines = linesIn(Buffer.from(data, 'base64'))
    await lockRedirects(tx)
    const stored = await tx<Rule[]>`select id, from_path, to_path, status_code from redirects`
    const { rules } = await redirects(tx)
    const plan = await planOf(tx, lines, { stored, rules }, context)
    if (!dryRun) await write(tx, stored, plan, caller)
    const count = (state: ImportedRedirect['state']) =>
      plan.lines.filter((line) => line.state === state).length
    return {
      created: count('created'),
      changed: count('changed'),
      unchanged: count('unchanged'),
      lines: plan.lines,
    }
  }),
)

/** Returns the lines of a table, which may have no headings. Throws HttpError 422 with all faults. */
function linesIn(bytes: Uint8Array): Line[] {
  const { sheet, table: withHeadings } = fileTable(bytes, redirectHeadings)
  const isHeading = (cell: string) => columnOf(cell, redirectHeadings) !== undefined
  const hasHeadings = sheet.rows.some(({ cells }) => cells.some(isHeading))
  const table = hasHeadings ? withHeadings : bareLines(sheet)
  const missing = hasHeadings && table.faults.length === 0 && !table.columns.includes('fromPath')
  refuseFaults(422, [
    ...table.faults,
    ...(missing ? [fault(1, 'fromPath', `manca la colonna «${redirectHeadings.fromPath[0]}»`)] : []),
    ...(table.lines.length > linesMax
      ? [fault(linesMax + 1, 'fromPath', `un file ha al massimo ${linesMax} righe: dividilo`)]
      : []),
  ])
  return table.lines
}

/** Reads lines without headings. Only those of removed pages need a third cell, for the code. */
function bareLines({ rows, delimiter }: Sheet) {
  const width = rows.some(({ cells }) => cells.length > 2) ? 3 : 2
  const filled = rows.map((row) =>
    row.cells.length === 2 ? { ...row, cells: [...row.cells, ''].slice(0, width) } : row,
  )
  return readLines(
    { rows: filled, delimiter },
    (['fromPath', 'toPath', 'statusCode'] as const).slice(0, width),
  )
}

const fault = (line: number, column: keyof typeof redirectHeadings, text: string): FieldError => ({
  path: `righe.${line}.${column}`,
  message: `Riga ${line}, ${redirectHeadings[column][0]}: ${text}`,
})

interface Plan {
  /** All redirects that work after the import. New ones have a negative id. */
  rules: RuleBook
  changed: Set<number>
  lines: ImportedRedirect[]
}

/** Throws HttpError 422 with the faults of all lines. */
async function planOf(
  tx: Tx,
  lines: Line[],
  { stored, rules }: { stored: Rule[]; rules: RuleBook },
  context: Context,
): Promise<Plan> {
  const plan: Plan = { rules, changed: new Set(), lines: [] }
  const known = {
    exact: new Map(stored.map((rule) => [rule.fromPath, rule])),
    lines: new Map<string, Rule>(),
  }
  const faults: FieldError[] = []
  for (const line of lines) {
    const { number } = line
    const read = ruleIn(line, context.site.origin)
    if ('faults' in read) {
      faults.push(...read.faults)
      continue
    }
    const { fromPath, toPath, statusCode } = read
    const before = plan.rules.from(fromPath) ?? known.exact.get(fromPath)
    const isSame = (rule: Rule | undefined) => rule?.toPath === toPath && rule.statusCode === statusCode
    const earlier = known.lines.get(before?.fromPath ?? fromPath)
    if (earlier && !isSame(earlier)) {
      faults.push(
        fault(number, 'fromPath', `${fromPath} compare già in un’altra riga con un altro indirizzo nuovo`),
      )
      continue
    }
    known.lines.set(before?.fromPath ?? fromPath, { ...read, id: 0 })
    if (isSame(before)) {
      plan.lines.push({ line: number, state: 'unchanged', fromPath, toPath })
      continue
    }
    const own = { id: before?.id ?? -number, fromPath: before?.fromPath ?? fromPath, toPath, statusCode }
    const hidden = before ? null : await pageInstead(tx, fromPath, context)
    const settled = hidden === null ? await settle(tx, plan.rules, own, context) : { fault: hidden }
    if ('fault' in settled) {
      faults.push(fault(number, 'fromPath', settled.fault))
      continue
    }
    for (const { id } of [settled.rule, ...settled.longer]) plan.changed.add(id)
    const state = !before ? 'created' : isSameTarget(before, settled.rule) ? 'unchanged' : 'changed'
    plan.lines.push({ line: number, state, fromPath: own.fromPath, toPath: settled.rule.toPath })
  }
  refuseFaults(422, faults)
  return plan
}

const isSameTarget = (one: Rule, other: Rule) =>
  one.toPath === other.toPath && one.statusCode === other.statusCode

function ruleIn({ number, cells }: Line, origin: string): Omit<Rule, 'id'> | { faults: FieldError[] } {
  const { fromPath = '', toPath = '', statusCode: code = '' } = cells
  const from = oldAddressIn(fromPath.trim(), origin)
  const to = newAddressIn(toPath.trim(), origin)
  const isGone = code.trim() === '410'
  const faults = [
    ...(from.address === null ? [fault(number, 'fromPath', from.fault)] : []),
    ...(!isGone && to === null ? [fault(number, 'toPath', newAddressFault)] : []),
    ...(isGone && toPath.trim()
      ? [fault(number, 'toPath', 'un indirizzo rimosso (410) non porta da nessuna parte')]
      : []),
    ...(/^(301|410)?$/.test(code.trim()) ? [] : [fault(number, 'statusCode', 'il codice è 301 o 410')]),
  ]
  if (from.address === null || faults.length > 0) return { faults }
  return { fromPath: from.address, toPath: isGone ? null : to, statusCode: isGone ? 410 : 301 }
}

async function write(tx: Tx, stored: Rule[], { rules, changed }: Plan, caller: Caller): Promise<void> {
  const before = new Map(stored.map((rule) => [rule.id, rule]))
  const written: string[] = []
  for (const id of changed) {
    const rule = rules.withId(id)
    const old = before.get(id)
    if (!rule || (old && isSameTarget(old, rule))) continue
    written.push(await writeOne(tx, rule, old, caller))
  }
  await forgetMissed(tx, written)
}

/** Returns the old address. */
async function writeOne(tx: Tx, rule: Rule, old: Rule | undefined, caller: Caller): Promise<string> {
  const earlier: RedirectRow | null = old ? await findRedirect(tx, old.id) : null
  const [{ id }] = old
    ? await tx<[{ id: number }]>`
        update redirects set ${tx(columnsOf(rule))}, updated_at = now() where id = ${old.id} returning id`
    : await tx<[{ id: number }]>`insert into redirects ${tx(columnsOf(rule))} returning id`
  const changed = { fromPath: rule.fromPath }
  const done = old ? told(redirectChanged, changed) : redirectCreated
  const later = shown(await findRedirect(tx, id))
  await audit(tx, caller, done, `redirects/${id}`, earlier && shown(earlier), later)
  if (!old) await emit(tx, redirectChanged, changed)
  return rule.fromPath
}
