import postgres from 'postgres'
import ts from 'typescript'
import type { Column, PgType } from './database.ts'
import { membersOf } from './project.ts'

// Compares the columns of a statement with the row type beside it.

export interface Compared {
  faults: Fault[]
  /** Declarations of fields that allow null, with whether the column does too. */
  allowNull: { declaration: ts.Declaration; field: string; isNeeded: boolean }[]
}

export interface Fault {
  field: string
  text: string
  /** A comment can vouch that the column is not null. */
  isNull: boolean
}

export interface Tools {
  checker: ts.TypeChecker
  types: Map<number, PgType>
}

/** A row type that depends on a type parameter, or names no fields, has no faults. */
export function compared(columns: Column[], rows: ts.TypeNode, tools: Tools): Compared {
  const { checker } = tools
  const row = rowOf(checker.getTypeFromTypeNode(rows), checker)
  if (row.some((one) => one.flags & unnamed || one.getStringIndexType())) return { faults: [], allowNull: [] }
  const properties = new Map<string, ts.Symbol[]>()
  for (const one of row)
    for (const symbol of checker.getPropertiesOfType(one))
      properties.set(symbol.name, [...(properties.get(symbol.name) ?? []), symbol])
  const named = columns.map((column) => ({ ...column, field: fieldOf(column.name, properties) }))
  const missing = [...properties].filter(
    ([name, symbols]) =>
      symbols.length === row.length &&
      !symbols.some((symbol) => symbol.flags & ts.SymbolFlags.Optional) &&
      !named.some(({ field }) => field === name),
  )
  const result: Compared = {
    allowNull: [],
    faults: missing.map(([field]) => ({ field, text: 'is in the row type, but no column', isNull: false })),
  }
  for (const column of named) {
    const symbols = properties.get(column.field)
    // A field of only some members of a union is missing from the others, for which null stands.
    if (symbols)
      compareColumn(
        { ...column, nullness: symbols.length < row.length ? 'unknown' : column.nullness },
        symbols,
        rows,
        tools,
        result,
      )
    // A function such as pg_advisory_xact_lock returns nothing.
    else if (column.type !== voidType)
      result.faults.push({ field: column.field, text: 'is a column, but not in the row type', isNull: false })
  }
  return result
}

const unnamed = ts.TypeFlags.Any | ts.TypeFlags.NonPrimitive | ts.TypeFlags.TypeParameter

/** Without a transform of its own, a pool of a script returns the names as they are. */
function fieldOf(name: string, properties: Map<string, unknown>): string {
  const camel = name === '' ? name : postgres.toCamel(name)
  return !properties.has(camel) && properties.has(name) ? name : camel
}

/** Returns the members of the type of one row: `Row` of `Row[]`, `[Row]` and `[Row?]`. */
function rowOf(type: ts.Type, checker: ts.TypeChecker): readonly ts.Type[] {
  const element = checker.isArrayLikeType(type) ? type.getNumberIndexType() : undefined
  return membersOf(element ?? type).filter((one) => !(one.flags & ts.TypeFlags.Undefined))
}

const empty = ts.TypeFlags.Null | ts.TypeFlags.Undefined
const open = ts.TypeFlags.Any | ts.TypeFlags.Unknown | ts.TypeFlags.TypeParameter

function compareColumn(
  column: Column & { field: string },
  symbols: ts.Symbol[],
  rows: ts.TypeNode,
  tools: Tools,
  { faults, allowNull }: Compared,
): void {
  const { checker, types } = tools
  const { field, nullness } = column
  const members = symbols.flatMap((symbol) => membersOf(checker.getTypeOfSymbolAtLocation(symbol, rows)))
  if (members.some((one) => one.flags & open)) return
  const filled = members.filter((one) => !(one.flags & empty))
  const wrong = filled.filter((one) => !fits(one, column.type, tools))
  if (wrong.length > 0) {
    const shown = wrong.map((one) => checker.typeToString(one)).join(' | ')
    faults.push({
      field,
      text: `is ${shown}, but ${types.get(column.type)?.name} is read as ${shownAs(column.type, types)}`,
      isNull: false,
    })
  }
  const absent = filled.every((one) => one.isStringLiteral())
    ? (column.values ?? []).filter(
        (value) => !filled.some((one) => one.isStringLiteral() && one.value === value),
      )
    : []
  if (absent.length > 0)
    faults.push({ field, text: `lacks ${absent.join(', ')}, which the table allows`, isNull: false })
  const hasNull = members.some((one) => one.flags & ts.TypeFlags.Null)
  if (nullness === 'maybe' && !hasNull && filled.length > 0)
    faults.push({ field, text: 'can be null', isNull: true })
  const [declaration] = symbols.length === 1 ? (symbols[0]?.declarations ?? []) : []
  if (hasNull && declaration && isPrivate(declaration))
    allowNull.push({ declaration, field, isNeeded: nullness !== 'never' })
}

/** An exported type may describe more than the rows of this file. */
function isPrivate(declaration: ts.Declaration): boolean {
  const owner = ts.findAncestor(
    declaration,
    (node) =>
      ts.isInterfaceDeclaration(node) ||
      ts.isTypeAliasDeclaration(node) ||
      ts.isTaggedTemplateExpression(node),
  )
  if (!owner || ts.isTaggedTemplateExpression(owner)) return owner !== undefined
  return (
    ts.canHaveModifiers(owner) && !owner.modifiers?.some((one) => one.kind === ts.SyntaxKind.ExportKeyword)
  )
}

const voidType = 2278
const numbers = new Set([20, 21, 23, 26, 700, 701])
const times = new Set([1114, 1184])
const documents = new Set([114, 3802])

/** Returns how a query reads a value of the type (`openDatabase` in src/platform/db.ts). */
function shownAs(oid: number, types: Map<number, PgType>): string {
  if (numbers.has(oid)) return 'a number'
  if (times.has(oid)) return 'a Date'
  if (documents.has(oid)) return 'JSON'
  if (oid === 16) return 'a boolean'
  if (oid === 17) return 'a Buffer'
  return types.get(oid)?.element ? 'a list' : 'a string'
}

function fits(type: ts.Type, oid: number, tools: Tools): boolean {
  const { checker, types } = tools
  const element = types.get(oid)?.element
  if (element) {
    const item = checker.isArrayLikeType(type) ? type.getNumberIndexType() : undefined
    return (
      item !== undefined &&
      membersOf(item).every((one) => one.flags & (empty | open) || fits(one, element, tools))
    )
  }
  switch (shownAs(oid, types)) {
    case 'JSON':
      return true
    case 'a number':
      return isOf(type, ts.TypeFlags.NumberLike)
    case 'a Date':
      return type.symbol?.name === 'Date'
    case 'a boolean':
      return isOf(type, ts.TypeFlags.BooleanLike)
    case 'a Buffer':
      return /^(Buffer|Uint8Array)$/.test(type.symbol?.name ?? '')
    default:
      return isOf(type, ts.TypeFlags.StringLike) || (oid === voidType && isOf(type, ts.TypeFlags.Void))
  }
}

/** A branded type such as `string & { … }` counts as its base. */
const isOf = (type: ts.Type, flags: ts.TypeFlags): boolean =>
  Boolean(type.flags & flags) || (type.isIntersection() && type.types.some((one) => one.flags & flags))
