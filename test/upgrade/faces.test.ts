import postgres from 'postgres'
import { expect, test } from 'vitest'
import { createDatabase } from '../emptyDatabase.ts'
import { long } from '../length.ts'
import { startCli } from '../operator.ts'
import { testEnv } from '../testEnv.ts'
import { sendCall } from './calls.ts'
import { Comparison } from './comparison.ts'
import { type Differences, sinceFirst, sinceLast } from './differences.ts'
import { facesOf, knownOf, readCalls, unknownCalls } from './faces.ts'
import { createTemplate, envOf, liveIn } from './olderDatabase.ts'
import { checkOut, firstRelease, type ReleaseProcess, startProcess, thisRelease } from './releaseProcess.ts'
import type { World } from './world.ts'

// Random databases of older releases are upgraded. Every page, file, list and report is read from the older release and
// from this one at the same moment, and shows the same, except for the differences in `differences.ts`.

/** Databases of each older release, and worlds in each: 100 databases of 20 worlds are 2,000 worlds. */
const databases = Number(process.env.FACES_DATABASES) || 1
const worldsEach = Number(process.env.FACES_WORLDS) || 6
const firstSeed = Number(process.env.FAST_CHECK_SEED ?? 1)

/** So many worlds contain every act, every thing and every intended difference. */
const manyWorlds = 200

/** The commit before the rides of requests. The next change of tables states its parent here and empties `sinceLast`. */
const lastRelease = '2a4a97826f2e57461a8d19e698bd367448e596c8'

const olderReleases: { name: string; commit: string; intended: Differences }[] = [
  { name: '1.0.0', commit: firstRelease, intended: sinceFirst },
  { name: 'the last commit that changed tables', commit: lastRelease, intended: sinceLast },
]

/** Returns the calls that the release describes and that read something. */
async function describedBy({ url }: ReleaseProcess): Promise<string[]> {
  const { body } = await sendCall(url, 'GET', '/api/openapi.json')
  const paths = Object.entries<Record<string, object>>(body.paths)
  return paths.flatMap(([path, methods]) =>
    'get' in methods ? [`GET ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`] : [],
  )
}

/** Copies the older database and upgrades the copy as an operator does. */
async function upgrade(older: string) {
  const upgraded = await createDatabase({ template: older })
  const operated = { databaseUrl: upgraded.url, config: { siteUrl: testEnv.SITE_URL } }
  const { code, err } = await startCli(operated, ['migrate']).ended
  expect([code, err]).toEqual([0, expect.not.stringContaining('error')])
  return upgraded
}

interface Start {
  root: string
  template: string
  concludes: string[]
}

/** Stores what the upgrade concludes without triggers, because nothing happens then. */
async function conclude(older: string, statements: string[]): Promise<void> {
  const sql = postgres(older, { max: 1, onnotice: () => {} })
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`
    for (const statement of statements) await tx.unsafe(statement)
  })
  await sql.end()
}

/** Lets worlds happen in a database and compares its faces. Returns the worlds. */
async function compareOne(
  { root, template, concludes }: Start,
  seeds: number[],
  comparison: Comparison,
): Promise<World[]> {
  const times = [performance.now()]
  await using older = await createDatabase({ template })
  const worlds = await liveIn(root, older.url, seeds)
  times.push(performance.now())
  const copiedAt = Date.now()
  await using upgraded = await upgrade(older.url)
  await conclude(older.url, concludes)
  const [before, after] = await Promise.all([
    startProcess(root, 'api', envOf(older.url)),
    startProcess(thisRelease, 'api', envOf(upgraded.url)),
  ])
  times.push(performance.now())
  const described = await describedBy(before)
  expect(unknownCalls(described)).toEqual([])
  const known = await knownOf(worlds, before.url)
  const faces = facesOf(known, described)
  for (const call of readCalls(described)) comparison.read.set(call, comparison.read.get(call) ?? 0)
  const pair = { before, after, cookies: known.world.cookies, copiedAt }
  for (const lead of known.leads) await comparison.compareFacts(lead, pair)
  await comparison.compareFaces(faces, pair)
  // The commands run what the pages run, so that one database suffices.
  if (seeds[0] === firstSeed)
    comparison.compareCommands(root, { older: older.url, upgraded: upgraded.url }, pair)
  expect([await before.stop(), await after.stop()]).toEqual([0, 0])
  times.push(performance.now())
  const [lived, moved, compared] = times
    .slice(1)
    .map((time, n) => ((time - (times[n] ?? 0)) / 1000).toFixed(1))
  console.log(
    `${known.leads.length} requests, ${known.trips.length} trips, ${faces.length} faces: lived ${lived} s, upgraded ${moved} s, compared ${compared} s`,
  )
  return worlds
}

/** Returns the calls that were refused in every world. */
function refusedIn(worlds: World[]): string[] {
  const calls = Map.groupBy(
    worlds.flatMap(({ accepted }) => [...accepted]),
    ([call]) => call,
  )
  return [...calls].filter(([, all]) => all.every(([, count]) => count === 0)).map(([call]) => call)
}

test.for(olderReleases)(
  'an upgrade from $name changes nothing that guests, drivers and the office see, except what is listed',
  long,
  async ({ commit, intended }) => {
    using release = checkOut(commit)
    await using template = await createTemplate(release.root)
    const comparison = new Comparison(intended)
    const worlds: World[] = []
    for (let n = 0; n < databases; n++) {
      const seeds = Array.from({ length: worldsEach }, (_, at) => firstSeed + n * worldsEach + at)
      const start = { root: release.root, template: template.url, concludes: intended.concludes }
      worlds.push(...(await compareOne(start, seeds, comparison)))
    }
    expect(comparison.summary).toEqual([])
    const idle = [...comparison.idle, ...refusedIn(worlds)]
    if (worlds.length >= manyWorlds) expect(idle).toEqual([])
    else if (idle.length > 0) console.log(`not in these few worlds: ${idle.join('; ')}`)
  },
)
