import { readFileSync } from 'node:fs'
import path from 'node:path'
import ts from 'typescript'

// The TypeScript program whose SQL templates are checked, and what its types say about postgres.js.

export interface Project {
  root: string
  checker: ts.TypeChecker
  files: ts.SourceFile[]
}

/** `names` are paths below `root`; files without a template are left out. */
export function openProject(root: string, names: string[]): Project {
  const { config } = ts.readConfigFile(path.join(root, 'tsconfig.json'), ts.sys.readFile)
  const { options } = ts.parseJsonConfigFileContent({ ...config, include: [], files: [] }, ts.sys, root)
  const full = names.map((name) => path.resolve(root, name))
  const program = ts.createProgram(
    full.filter((name) => /`/.test(readFileSync(name, 'utf8'))),
    { ...options, types: ['node'] },
  )
  const files = full.flatMap((name) => program.getSourceFile(name) ?? [])
  return { root, checker: program.getTypeChecker(), files }
}

/** Returns the members of a union, or the type itself. */
export const membersOf = (type: ts.Type): readonly ts.Type[] => (type.isUnion() ? type.types : [type])

const isOfPostgresJs = (type: ts.Type, names: string[]) => {
  const symbol = type.aliasSymbol ?? type.symbol
  const from = type.symbol?.declarations?.[0]?.getSourceFile().fileName ?? ''
  return /node_modules\/postgres\/types/.test(from) && names.includes(symbol?.name ?? '')
}

/** `Sql`, `Tx` and the like, whose tag runs a query. */
export const isConnection = (type: ts.Type): boolean =>
  membersOf(type).every((one) =>
    membersOf(one).every(
      (two) =>
        two.getCallSignatures().length > 0 &&
        /^(Sql|TransactionSql|ReservedSql|ISql)$/.test(two.symbol?.name ?? ''),
    ),
  )

/** A query, a piece of one, or what `sql(…)` makes. */
export function isPart(type: ts.Type, checker: ts.TypeChecker): boolean {
  if (type.flags & (ts.TypeFlags.Any | ts.TypeFlags.TypeParameter)) return true
  return membersOf(type).some((one) => {
    const element = checker.isArrayLikeType(one) ? one.getNumberIndexType() : undefined
    if (element) return isPart(element, checker)
    return (
      isOfPostgresJs(one, ['PendingQuery', 'Helper', 'Identifier', 'PendingQueryModifiers']) || isQuery(one)
    )
  })
}

const isQuery = (type: ts.Type): boolean =>
  type.isIntersection() ? type.types.some(isQuery) : /^(PendingQuery|Helper)$/.test(type.symbol?.name ?? '')

export const isTemplate = (node: ts.Node, checker: ts.TypeChecker): node is ts.TaggedTemplateExpression =>
  ts.isTaggedTemplateExpression(node) && isConnection(checker.getTypeAtLocation(node.tag))

/** Returns `src/a.ts:3`. */
export function placeOf(node: ts.Node, root: string): string {
  const source = node.getSourceFile()
  const { line } = source.getLineAndCharacterOfPosition(node.getStart(source))
  return `${path.relative(root, source.fileName)}:${line + 1}`
}

/** Returns the first declaration behind imports. */
export function declarationOf(node: ts.Node, checker: ts.TypeChecker): ts.Declaration | undefined {
  const symbol = symbolOf(node, checker)
  return symbol?.valueDeclaration ?? symbol?.declarations?.[0]
}

export function symbolOf(node: ts.Node, checker: ts.TypeChecker): ts.Symbol | undefined {
  const parent = node.parent
  const symbol =
    parent && ts.isShorthandPropertyAssignment(parent) && parent.name === node
      ? checker.getShorthandAssignmentValueSymbol(parent)
      : checker.getSymbolAtLocation(node)
  return symbol && symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol
}
