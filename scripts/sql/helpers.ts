import postgres from 'postgres'
import ts from 'typescript'
import { isPart, membersOf } from './project.ts'
import { fieldsOf, literalOf, type Run, shortened } from './run.ts'
import { type Parameter, type Piece, Unresolved, type Value } from './values.ts'

// The texts that postgres.js makes of `sql(…)`, which depend on the keyword before it (types.js of postgres.js).

/** Returns what postgres.js puts into the statement for a value after the text `before`. */
export function written(value: Value, before: string, run: Run): Piece[] {
  if (value.kind === 'fragment') return value.pieces
  if (value.kind === 'builder') return build(value, before, run)
  if (value.kind === 'list' && value.items[0]?.kind === 'fragment')
    return value.items.flatMap((item) => [' ', ...written(item, before, run)])
  if (value.kind === 'opaque' && isPart(value.type, run.project.checker)) throw lost(value.node)
  return [parameterOf(value, run)]
}

const lost = (node: ts.Node) => new Unresolved(`cannot follow ${shortened(node.getText())}`)

const identifier = (name: string) =>
  `"${postgres.fromCamel(name).replaceAll('"', '""').replaceAll('.', '"."')}"`

function build({ first, rest }: Extract<Value, { kind: 'builder' }>, before: string, run: Run): Piece[] {
  const value = literalOf(first, run)
  if (value.kind === 'constant' && rest.length === 0) return [identifier(String(value.value))]
  if (value.kind === 'opaque' && membersOf(value.type).some((one) => one.flags & ts.TypeFlags.StringLike))
    throw new Unresolved(`the name in ${shortened(value.node.getText())} is not known`)
  const names = namesIn(rest, run)
  switch (keywordBefore(before)) {
    case 'insert': {
      const rows = rowsOf(value, run)
      const columns = names.length > 0 ? names : [...(rows[0]?.keys() ?? [])]
      return [
        `(${columns.map(identifier).join(',')})values`,
        ...separated(rows.map((row) => cells(row, columns, run))),
      ]
    }
    case 'update': {
      const [row = new Map()] = rowsOf(value, run)
      const columns = names.length > 0 ? names : [...row.keys()]
      return separated(columns.map((name) => [`${identifier(name)}=`, ...cell(row, name, run)]))
    }
    case 'values':
    case 'in':
      return valuesOf(value, names, run)
    default:
      return [
        namesIn([value, ...rest], run)
          .map(identifier)
          .join(','),
      ]
  }
}

const keywords = ['values', 'in', 'select', 'as', 'returning', '\\(', 'update', 'insert']

/** The keyword that occurs last. */
function keywordBefore(text: string): string | undefined {
  const found = keywords.map((word) => ({
    word,
    at: text.search(new RegExp(`((?:^|[\\s(])${word}(?:$|[\\s(]))(?![\\s\\S]*\\1)`, 'i')),
  }))
  const last = found.sort((one, other) => one.at - other.at).at(-1)
  return last && last.at >= 0 ? last.word : undefined
}

type Row = Map<string, () => Value>

function rowsOf(value: Value, run: Run): Row[] {
  if (value.kind === 'list' && value.items.length > 0) return value.items.flatMap((item) => rowsOf(item, run))
  if (value.kind === 'opaque') {
    const element = run.project.checker.isArrayLikeType(value.type)
      ? value.type.getNumberIndexType()
      : undefined
    if (element) return rowsOf({ ...value, type: element, key: `${value.key}[]` }, run)
  }
  const fields = fieldsOf(value, run)
  if (!fields || fields.size === 0)
    throw new Unresolved('the columns of the written row are not known', fields?.size === 0)
  return [fields]
}

function valuesOf(value: Value, names: string[], run: Run): Piece[] {
  if (names.length > 0) return separated(rowsOf(value, run).map((row) => cells(row, names, run)))
  return [
    '(',
    ...(value.kind === 'list'
      ? separated(value.items.map((item) => [parameterOf(item, run)]))
      : [parameterOf(value, run)]),
    ')',
  ]
}

function cells(row: Row, columns: string[], run: Run): Piece[] {
  return ['(', ...separated(columns.map((name) => cell(row, name, run))), ')']
}

function cell(row: Row, name: string, run: Run): Piece[] {
  const value = row.get(name)?.()
  return value ? written(value, 'values', run) : ['null']
}

const separated = (parts: Piece[][]): Piece[] =>
  parts.flatMap((part, index) => (index > 0 ? [',', ...part] : part))

function namesIn(values: Value[], run: Run): string[] {
  return values.flatMap((given) => {
    const value = literalOf(given, run)
    if (value.kind === 'constant') return [String(value.value)]
    if (value.kind === 'list') return namesIn(value.items, run)
    const literals = value.kind === 'opaque' ? value.type.getNumberIndexType() : undefined
    const members = literals ? membersOf(literals) : []
    if (members.length === 0 || !members.every((one) => one.isStringLiteral()))
      throw new Unresolved('the names of the columns are not known')
    return members.map((one) => (one.isStringLiteral() ? one.value : ''))
  })
}

/** A `$n` with the type that postgres.js announces for the value. */
export function parameterOf(value: Value, run: Run): Parameter {
  if (value.kind === 'bound') return value.parameter
  if (value.kind === 'constant')
    return { oid: typeof value.value === 'boolean' ? 16 : 0, canBeNull: (value.value ?? null) === null }
  if (value.kind !== 'opaque') return { oid: 0, canBeNull: false }
  const { checker } = run.project
  const loose =
    ts.TypeFlags.Null | ts.TypeFlags.Undefined | ts.TypeFlags.Void | ts.TypeFlags.Any | ts.TypeFlags.Unknown
  const members = membersOf(value.type)
  const oids = members.filter((one) => !(one.flags & loose)).map((one) => announced(one, checker))
  return {
    oid: oids.every((oid) => oid === oids[0]) ? (oids[0] ?? 0) : 0,
    canBeNull: members.some((one) => one.flags & loose),
  }
}

/** Returns the oid that `inferType` of postgres.js announces for a value of the type. */
function announced(type: ts.Type, checker: ts.TypeChecker): number {
  const element = checker.isArrayLikeType(type) ? type.getNumberIndexType() : undefined
  if (element) return announced(element, checker)
  if (type.flags & ts.TypeFlags.BooleanLike) return 16
  if (type.flags & ts.TypeFlags.BigIntLike) return 20
  if (type.symbol?.name === 'Date') return 1184
  if (/^(Buffer|Uint8Array)$/.test(type.symbol?.name ?? '')) return 17
  // The value of `jsonb`.
  return type.symbol?.name === 'Parameter' ? 3802 : 0
}
