import { execFileSync } from 'node:child_process'

/** Returns the seed of the property tests. A commit always tests the same cases, the next commit other cases. */
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
