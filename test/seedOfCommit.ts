import { execFileSync } from 'node:child_process'

/**
 * Returns the seed of the property tests: `FAST_CHECK_SEED`, or a number derived from the commit. A commit always tests
 * the same cases, so that a red run stays red; the next commit tests other cases.
 */
export function seedOfCommit(): number {
  const asked = process.env.FAST_CHECK_SEED
  if (asked) return Number(asked)
  try {
    const commit = execFileSync('git', ['rev-parse', 'HEAD'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    return Number.parseInt(commit.slice(0, 7), 16)
  } catch {
    // This copy of the files has no history.
    return 1
  }
}
