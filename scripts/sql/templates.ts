import ts from 'typescript'
import { calledBy, callOf } from './calls.ts'
import { piecesOf } from './evaluate.ts'
import { isTemplate, type Project, placeOf } from './project.ts'
import type { Run } from './run.ts'
import { type Parameter, type Piece, Unresolved } from './values.ts'

// Finds the templates of a project and writes out their statements, one for each branch of the code.

export interface Statement {
  text: string
  parameters: Parameter[]
}

export interface Query {
  node: ts.TaggedTemplateExpression
  place: string
  /** Type argument of the tag. */
  rows: ts.TypeNode | null
  statements: Statement[]
  /** Why the text is not known; null if it is. */
  reason: string | null
}

export interface Templates {
  queries: Query[]
  /** Number of all templates, including parts of others. */
  count: number
  /** Number of queries whose result is used without a row type. */
  untyped: number
}

const statementsMax = 200

export function templatesOf(project: Project): Templates {
  const all = project.files.flatMap((file) => templatesIn(file, project))
  const callsOf = callIndex(project)
  const used = new Set<ts.Node>()
  const write = (node: ts.TaggedTemplateExpression) => queryOf(node, { project, callsOf, used })
  const queries = all.filter(isRun).map(write)
  // A query that is kept in a variable or returned looks like a part, but no other template contains it.
  for (const node of all) if (!isRun(node) && !used.has(node)) queries.push(write(node))
  return {
    queries,
    count: all.length,
    untyped: queries.filter(({ node, rows }) => !rows && isResultUsed(node)).length,
  }
}

function templatesIn(file: ts.SourceFile, { checker }: Project): ts.TaggedTemplateExpression[] {
  const found: ts.TaggedTemplateExpression[] = []
  const visit = (node: ts.Node): void => {
    if (isTemplate(node, checker)) found.push(node)
    ts.forEachChild(node, visit)
  }
  visit(file)
  return found
}

/** True if the code waits for the template or gives its rows a type. */
function isRun(node: ts.TaggedTemplateExpression): boolean {
  if (node.typeArguments) return true
  const outer = unwrapped(node)
  return ts.isAwaitExpression(outer.parent) || ts.isPropertyAccessExpression(outer.parent)
}

function unwrapped(node: ts.Node): ts.Node {
  return ts.isParenthesizedExpression(node.parent) || ts.isAsExpression(node.parent)
    ? unwrapped(node.parent)
    : node
}

function isResultUsed(node: ts.Node): boolean {
  const { parent } = unwrapped(node)
  return !(ts.isAwaitExpression(parent) && ts.isExpressionStatement(parent.parent))
}

/** Returns a function that finds the calls of a function. */
function callIndex({ files, checker }: Project): Run['callsOf'] {
  const byName = new Map<string, ts.CallExpression[]>()
  const visit = (node: ts.Node): void => {
    const name = ts.isCallExpression(node) ? calledName(node) : null
    if (ts.isCallExpression(node) && name) byName.set(name, [...(byName.get(name) ?? []), node])
    ts.forEachChild(node, visit)
  }
  for (const file of files) visit(file)
  const found = new Map<ts.Node, ts.CallExpression[]>()
  return (declaration) => {
    const calls =
      found.get(declaration) ??
      (byName.get(nameOf(declaration)) ?? []).filter((call) => calledBy(call, checker) === declaration)
    found.set(declaration, calls)
    return calls
  }
}

function calledName({ expression }: ts.CallExpression): string | null {
  if (ts.isIdentifier(expression)) return expression.text
  return ts.isPropertyAccessExpression(expression) ? expression.name.text : null
}

/** The name of a function, or of the constant that holds it. */
function nameOf(declaration: ts.Declaration): string {
  const name =
    ts.getNameOfDeclaration(declaration) ??
    (ts.isVariableDeclaration(declaration.parent) ? declaration.parent.name : null)
  return name?.getText() ?? ''
}

type Tools = Pick<Run, 'project' | 'callsOf' | 'used'>

function queryOf(node: ts.TaggedTemplateExpression, tools: Tools): Query {
  const head = { node, place: placeOf(node, tools.project.root), rows: node.typeArguments?.[0] ?? null }
  try {
    return { ...head, statements: statementsOf(node, tools), reason: null }
  } catch (error) {
    if (!(error instanceof Unresolved)) throw error
    return { ...head, statements: [], reason: error.message }
  }
}

/** Writes out the statement until each answer to each question of the code was given once. */
function statementsOf(node: ts.TaggedTemplateExpression, tools: Tools): Statement[] {
  const asked = new Set<string>()
  const waiting: Map<string, string>[] = [new Map()]
  const found = new Map<string, Statement>()
  let empty: Unresolved | null = null
  for (let answers = waiting.shift(); answers && found.size < statementsMax; answers = waiting.shift()) {
    const given = new Map(answers)
    const choose = (key: string, answers: readonly string[]) => {
      const [first = ''] = answers
      // A type that the code has narrowed since then may lack the answer.
      const answer = Math.max(0, answers.indexOf(given.get(key) ?? first))
      if (!given.has(key)) given.set(key, first)
      for (const other of answers.filter((one) => !asked.has(`${key} ${one}`))) {
        asked.add(`${key} ${other}`)
        if (other !== answers[answer]) waiting.push(new Map([...given, [key, other]]))
      }
      return answer
    }
    try {
      const statement = numbered(piecesOf(node, new Map(), { ...tools, callOf, choose, depth: 0 }))
      found.set(`${statement.text} ${statement.parameters.map(({ oid }) => oid)}`, statement)
    } catch (error) {
      if (!(error instanceof Unresolved && error.isEmpty)) throw error
      empty = error
    }
  }
  // The code does not run a statement that writes nothing, so such answers are skipped.
  if (empty && found.size === 0) throw empty
  return [...found.values()]
}

function numbered(pieces: Piece[]): Statement {
  const parameters: Parameter[] = []
  const textOf = (piece: Piece): string => {
    if (typeof piece === 'string') return piece
    return `$${parameters.push(piece)}`
  }
  const texts: string[] = pieces.map(textOf)
  return { text: texts.join('').trim(), parameters }
}
