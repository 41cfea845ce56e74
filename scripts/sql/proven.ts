import { nodeIn, nodesIn, numberIn, setIn, type TreeNode } from './nodeTree.ts'

// Finds what the conditions of a query prove: `where a.x = 1` lets no row through whose x is null, and with it no row for which
// an outer join found no `a`.

export interface Proven {
  /** `<index in rtable> <number of the column>` */
  columns: Set<string>
  /** Outer joins, by their index in rtable, that found a row. */
  joins: Set<number>
}

const full = 2

export function provenIn(query: TreeNode): Proven {
  const tree = nodeIn(query, 'jointree')
  let proven: Proven = { columns: new Set(), joins: new Set() }
  // A join that found a row proves its own condition, and that may prove another join.
  for (let before = -1; tree && before < proven.joins.size; ) {
    before = proven.joins.size
    proven = provenBy(conditionsIn(tree, proven.joins), query, proven)
  }
  return proven
}

/** Adds that the variables are not null. */
export function provenBy(variables: TreeNode[], query: TreeNode, before: Proven): Proven {
  const fullJoins = new Set(
    nodesIn(query, 'rtable').flatMap((table, index) =>
      numberIn(table, 'rtekind') === 2 && numberIn(table, 'jointype') === full ? [index + 1] : [],
    ),
  )
  return {
    columns: new Set([...before.columns, ...variables.map(keyOf)]),
    joins: new Set([
      ...before.joins,
      ...variables.flatMap((one) => setIn(one, 'varnullingrels')).filter((join) => !fullJoins.has(join)),
    ]),
  }
}

const keyOf = (variable: TreeNode) => `${numberIn(variable, 'varno')} ${numberIn(variable, 'varattno')}`

/**
 * Returns the variables that the conditions of FROM and WHERE prove. `joins` are outer joins that found a row. The
 * numbers are those of PostgreSQL's JoinType: 0 inner, 1 left, 3 right.
 */
function conditionsIn(node: TreeNode, joins: Set<number>): TreeNode[] {
  const condition = nodeIn(node, 'quals')
  const own = condition ? notNullIf(condition) : []
  if (node.type === 'FROMEXPR')
    return [...own, ...nodesIn(node, 'fromlist').flatMap((child) => conditionsIn(child, joins))]
  if (node.type !== 'JOINEXPR') return []
  const kind = numberIn(node, 'jointype')
  const isMet = kind === 0 || (kind !== full && joins.has(numberIn(node, 'rtindex')))
  const sides = isMet ? ['larg', 'rarg'] : kind === 1 ? ['larg'] : kind === 3 ? ['rarg'] : []
  const inner = sides.flatMap((side) => {
    const child = nodeIn(node, side)
    return child ? conditionsIn(child, joins) : []
  })
  return isMet ? [...own, ...inner] : inner
}

/** Returns the variables of this query that are not null if the condition is true. */
export function notNullIf(node: TreeNode): TreeNode[] {
  const args = nodesIn(node, 'args')
  switch (node.type) {
    case 'VAR':
    case 'RELABELTYPE':
    case 'COERCEVIAIO':
      return variablesOf(node)
    case 'NULLTEST': {
      const arg = nodeIn(node, 'arg')
      return numberIn(node, 'nulltesttype') === 1 && arg ? variablesOf(arg) : []
    }
    case 'OPEXPR':
      return args.flatMap(variablesOf)
    case 'SCALARARRAYOPEXPR':
      return args.slice(0, 1).flatMap(variablesOf)
    case 'BOOLEXPR': {
      const sides = args.map(notNullIf)
      const operator = node.fields.get('boolop')
      if (operator === 'and') return sides.flat()
      if (operator === 'not')
        return args.flatMap((arg) => (arg.type === 'VAR' || arg.type === 'OPEXPR' ? notNullIf(arg) : []))
      const [first = [], ...others] = sides
      return first.filter((one) => others.every((other) => other.some((two) => keyOf(one) === keyOf(two))))
    }
    default:
      return []
  }
}

/** Returns the variables that are not null if the condition is false or null. */
export function notNullUnless(node: TreeNode): TreeNode[] {
  const arg = nodeIn(node, 'arg')
  if (node.type === 'NULLTEST') return numberIn(node, 'nulltesttype') === 0 && arg ? variablesOf(arg) : []
  const isOr = node.type === 'BOOLEXPR' && node.fields.get('boolop') === 'or'
  return isOr ? nodesIn(node, 'args').flatMap(notNullUnless) : []
}

/** The variables that must have a value if the expression has one. Operators return null for a null. */
function variablesOf(node: TreeNode): TreeNode[] {
  if (node.type === 'VAR') return numberIn(node, 'varlevelsup') === 0 ? [node] : []
  if (node.type === 'OPEXPR') return nodesIn(node, 'args').flatMap(variablesOf)
  const arg = node.type === 'RELABELTYPE' || node.type === 'COERCEVIAIO' ? nodeIn(node, 'arg') : null
  return arg ? variablesOf(arg) : []
}
