import { Command, InvalidArgumentError } from 'commander'
import {
  failover,
  openPair,
  openPooledSystem,
  openReplicated,
  ownWrites,
  quietReads,
  underTraffic,
} from './beyond.ts'
import { distributedFloods, flood, floods } from './flood.ts'
import { guesses } from './guesses.ts'
import { drainEvents, leadToMail, sendOwedMails } from './load.ts'
import { machineLost, workersOfTwo } from './machineLost.ts'
import { mailBomb } from './mailBomb.ts'
import {
  databaseDeaf,
  databaseGone,
  during,
  rollingMigration,
  rollingRestart,
  smallDisk,
  tableLocked,
} from './outages.ts'
import { hasPgBouncer } from './pgBouncer.ts'
import { storm } from './storm.ts'
import { type Options, openSystem, type System } from './system.ts'
import { logIn } from './traffic.ts'
import { faultsOf } from './verdict.ts'

// `npm run faults` prints its figures as JSON. It exits with code 1 if a goal is missed (docs/reliability.md).

const whole = (text: string) => {
  const number = Number(text)
  if (!Number.isInteger(number) || number < 1) throw new InvalidArgumentError('a whole number is required')
  return number
}

const program = new Command('npm run faults --').description(
  'Breaks the running processes and reports what was lost.',
)

program
  .command('kills', { isDefault: true })
  .description('kills API, worker and database at random while clients send commands')
  .option('--kills <number>', 'number of processes killed with SIGKILL', whole, 50)
  .option('--commands <number>', 'number of commands sent', whole, 2_000)
  .option('--seed <number>', 'the same seed kills in the same order', whole, 1)
  .option('--minutes <number>', 'ends after this time at the latest', whole, 60)
  .option('--pause <seconds>', 'longest random pause before a kill', whole, 1)
  .option('--rides <number>', 'how many of ten commands begin a ride, at most eight', whole, 1)
  .action(
    async ({
      pause,
      ...options
    }: Record<'kills' | 'commands' | 'seed' | 'minutes' | 'pause' | 'rides', number>) => {
      await using system = await openSystem()
      const figures = await storm(system, {
        ...options,
        pauseMs: pause * 1_000,
        onWaiting: (open) => console.error(`waits: ${JSON.stringify(open)}`),
        onProgress: (report) =>
          console.error(`${report.commands} commands, ${report.kills} kills, ${report.statuses}`),
      })
      report('kills', figures, {
        'nothing lost, nothing doubled': Object.keys(faultsOf(figures.verdict)).length === 0,
        'at most one mail doubled a kill': figures.verdict.doubledMails <= options.kills,
        'all effects done within 60 s': figures.settledMs <= 60_000,
        'nothing but yes, 503 with Retry-After and broken connections': figures.odd.length === 0,
      })
    },
  )

program
  .command('outages')
  .description('stops, suspends or locks the database, or fills its disk; restarts and migrates under load')
  .option('--seconds <number>', 'duration of each outage', whole, 60)
  .option('--requests <number>', 'requests per second during restarts', whole, 200)
  .action(async ({ seconds, requests }: { seconds: number; requests: number }) => {
    const withSystem = async (options: Options = {}) => {
      const system = await openSystem(options)
      return { system, cookie: await logIn(system) }
    }
    const { system, cookie } = await withSystem()
    await using _ = system
    for (const [name, outage] of Object.entries({ databaseGone, databaseDeaf, tableLocked })) {
      const figures = await outage(system, cookie, seconds * 1_000)
      report(name, figures, wellEnded(figures))
    }
    await restarts(system, { requests, times: 4 })
    const migration = await rollingMigration(system, requests)
    report('rolling migration', migration, {
      'no failure': Object.keys(migration.failures).length === 0,
      applied: migration.applied.length === 1,
    })
    using disk = smallDisk(420)
    if (!disk) return console.log('full disk: skipped, because creating a small disk needs root on Linux')
    const full = await withSystem({ dataDir: disk.folder, apis: 1, workers: 0 })
    await using __ = full.system
    const figures = await during(full.system, full.cookie, {
      faultMs: Math.min(seconds, 20) * 1_000,
      fault: () => disk.fill(),
      repair: async () => {
        disk.empty()
        await full.system.database.start()
      },
    })
    report('full disk', figures, wellEnded(figures))
  })

program
  .command('restarts')
  .description('rolling restarts of two API processes under load')
  .option('--requests <number>', 'a second', whole, 200)
  .option('--times <number>', 'how often each of them', whole, 4)
  .action(async (options: { requests: number; times: number }) => {
    await using system = await openSystem()
    await restarts(system, options)
  })

async function restarts(system: System, options: { requests: number; times: number }): Promise<void> {
  for (const isBlind of [false, true]) {
    const restart = await rollingRestart(system, { ...options, isBlind })
    report(
      `rolling restart behind a proxy that ${isBlind ? 'looks at nobody' : 'looks at /readyz'}`,
      restart,
      {
        'no failure': Object.keys(restart.failures).length === 0,
        'stopped within 10 s': restart.slowestStopMs <= 10_000,
      },
    )
  }
}

program
  .command('load')
  .description(
    'sends leads at a steady rate until their mails arrive; then lets a worker process waiting events',
  )
  .option('--rate <number>', 'leads a second', whole, 20)
  .option('--leads <number>', 'how many', whole, 600)
  .option('--events <number>', 'number of waiting events', whole, 100_000)
  .action(async ({ rate, leads, events }: { rate: number; leads: number; events: number }) => {
    await using system = await openSystem()
    const mail = await leadToMail(system, await logIn(system), { rate, leads })
    report('lead to mail', mail, {
      'p95 within 1 s': mail.p95Ms <= 1_000,
      'all of them': mail.mailed === leads,
    })
    const drained = await drainEvents(system, events)
    report('waiting events', drained, { '1,500 a second': drained.perSecond >= 1_500 })
  })

program
  .command('owed')
  .description('stores leads while no mail server is configured; then two workers send the owed mails')
  .option('--mails <number>', 'number of owed mails', whole, 40_000)
  .action(async ({ mails }: { mails: number }) => {
    await using system = await openSystem({ apis: 1, workers: 2 })
    const figures = await sendOwedMails(system, await logIn(system), mails)
    report('owed mails', figures, {
      'all of them once': figures.arrived === mails && figures.doubled === 0,
      '333 a second': figures.perSecond >= 333,
    })
  })

program
  .command('machine')
  .description('two machines run workers for each queue; the workers of one are killed under load')
  .option('--seconds <number>', 'how long leads and texts arrive', whole, 80)
  .option('--rate <number>', 'leads and texts a second', whole, 5)
  .action(async (options: { seconds: number; rate: number }) => {
    await using system = await openSystem({ apis: 1, workerEnvs: workersOfTwo })
    const figures = await machineLost(system, await logIn(system), options)
    report('machine lost', figures, {
      'nothing waits longer than 30 s': Math.max(figures.event, figures.text, figures.mail) <= 30,
      'all mails': figures.mails === 2 * figures.sent,
      'no scheduled task runs twice in a minute': figures.taskRuns > 0 && figures.doubledTasks === 0,
    })
  })

program
  .command('flood')
  .description(
    'one address asks for endless variants over 12 connections, while another visitor reads a page',
  )
  .option('--seconds <number>', 'how long each of them', whole, 10)
  .action(async ({ seconds }: { seconds: number }) => {
    await using system = await openSystem({ apis: 1, workers: 0 })
    for (const [name, url] of Object.entries(floods)) {
      const figures = await flood(system, { address: url, connections: 12, seconds, isDistributed: false })
      report(name, figures, {
        'the other visitor waits less than 20 ms': figures.during.medianMs < 20,
        'memory below 300 MB': figures.memoryMb < 300,
      })
    }
  })

program
  .command('distributed')
  .description('many addresses ask for what is not cached, while visitors read cached pages and staff work')
  .option('--seconds <number>', 'how long each flood', whole, 120)
  .option('--connections <number>', 'connections of each flood', whole, 8)
  .action(async (options: { seconds: number; connections: number }) => {
    await using system = await openSystem({ apis: 1, workers: 0 })
    const cookie = await logIn(system)
    for (const [name, address] of Object.entries(distributedFloods)) {
      const figures = await flood(system, { ...options, address, isDistributed: true, cookie })
      report(`distributed ${name}`, figures, {
        "another visitor's cached page within 40 ms (median)": figures.during.medianMs <= 40,
        'memory at most 500 MB': figures.memoryMb <= 500,
        'staff calls succeed': Object.keys(figures.staff?.statuses ?? {}).join() === '200',
      })
    }
  })

program
  .command('guesses')
  .description('many addresses guess passwords, while the owner logs in from a known and from new browsers')
  .option('--seconds <number>', 'how long', whole, 30)
  .option(
    '--addresses <number>',
    'each of them sends its next guess when the last one is answered',
    whole,
    32,
  )
  .action(async (options: { seconds: number; addresses: number }) => {
    await using system = await openSystem({ apis: 1, workers: 0 })
    const figures = await guesses(system, { ...options, name: (guess) => `nome-${guess}` })
    report('log-in flood', figures, {
      'the owner logs in from a known browser within 3 s': figures.known.slowestMs <= 3_000,
      'the owner logs in from a new browser within 10 s': figures.new.slowestMs <= 10_000,
      'calls of an open session succeed': Object.keys(figures.session).join() === '200',
    })
  })

program
  .command('mailbomb')
  .description('hostile mails arrive in the mailbox and by Brevo while visitors send leads')
  .option(
    '--rounds <number>',
    'how often each of eight hostile mails, with an honest one after each',
    whole,
    3,
  )
  .option('--rate <number>', 'leads a second', whole, 5)
  .option('--leads <number>', 'how many', whole, 300)
  .action(async (options: { rounds: number; rate: number; leads: number }) => {
    await using system = await openSystem({ apis: 1, workers: 1 })
    const figures = await mailBomb(system, await logIn(system), options)
    report('mail bomb', figures, {
      'every honest mail is stored': figures.good === figures.stored,
      'no hostile mail waits': figures.waiting === 0,
      'staff see the unreadable ones': figures.named > 0,
      'Brevo is always answered 200': figures.delivered.every((status) => status === 200),
      'the mails of all leads': figures.mails.mailed === options.leads,
      'half of them within 1 s': figures.mails.medianMs <= 1_000,
      'the API always answers': figures.responses.statuses[200] === figures.responses.count,
      'no response takes 1 s': figures.responses.slowestMs < 1_000,
      'no process ended': figures.deaths.length === 0,
    })
  })

program
  .command('pooler')
  .description('sends leads and saves prices through PgBouncer in session and in transaction mode')
  .option('--leads <number>', 'how many leads in each mode', whole, 1_000)
  .option('--prices <number>', 'how many price saves in each mode', whole, 1_000)
  .action(async (options: { leads: number; prices: number }) => {
    if (!hasPgBouncer()) return console.log('pooler: skipped: no pgbouncer')
    for (const mode of ['session', 'transaction'] as const) {
      await using system = await openPooledSystem(mode)
      const figures = await underTraffic(system, options)
      report(`${mode} mode`, figures, {
        'all leads and prices': figures.leads >= options.leads && figures.prices >= options.prices,
        'nothing lost': Object.keys(figures.faults).length === 0,
        'no mail doubled': figures.doubledMails === 0,
        'no error': figures.odd.length === 0 && figures.priceErrors.length === 0,
        'a price is visible at every process within 1 s': figures.visibleSlowestMs <= 1_000,
      })
    }
  })

program
  .command('failover')
  .description('kills the primary under load and promotes its synchronous standby')
  .option('--seconds <number>', 'load before the kill', whole, 10)
  .action(async (options: { seconds: number }) => {
    const { system, standby } = await openPair()
    await using _ = system
    const figures = await failover(system, standby, options)
    report('failover', figures, {
      ...wellEnded(figures),
      'the first success within 10 s of the kill': figures.promotionMs + (figures.backMs ?? 0) <= 10_000,
      'pages, panels and effects go on':
        figures.priceVisibleMs !== null && figures.panelSawPriceMs !== null && figures.effectsDoneMs !== null,
      "the product's own exits: 0": [...figures.deaths.api, ...figures.deaths.worker].length === 0,
    })
  })

program
  .command('standby')
  .description('reads from a standby that lags on purpose, and kills it')
  .option('--saves <number>', 'price saves, each followed by a read', whole, 500)
  .option('--delay <seconds>', 'lag of the second standby', whole, 5)
  .action(async ({ saves, delay }: { saves: number; delay: number }) => {
    for (const seconds of [0, delay]) {
      const { system, standby } = await openReplicated(seconds)
      await using _ = system
      const own = await ownWrites(system, standby, saves)
      report(`own writes, standby ${seconds} s behind`, own, {
        'no answer is older than the own write': own.stale === 0,
        'no error': own.statuses[200] === saves && own.odd.length === 0,
      })
      if (seconds > 0) continue
      const quiet = await quietReads(system, standby, saves)
      report('reads while nothing is written', quiet, {
        'no error': quiet.statuses[200] === saves,
        'most of them by the standby': quiet.readsOfStandby >= saves,
      })
      await standby.kill()
      const alone = await quietReads(system, null, saves)
      report('reads without the standby', alone, { 'no error': alone.statuses[200] === saves })
    }
  })

function wellEnded({ odd, lost, slowestMs, backMs }: Awaited<ReturnType<typeof databaseGone>>) {
  return {
    'nothing lost': lost === 0,
    'nothing but yes and 503 with Retry-After': odd === 0,
    'within 3 s': slowestMs <= 3_000,
    'back within 5 s': (backMs ?? 0) <= 5_000,
  }
}

function report(name: string, figures: object, goals: Record<string, boolean>): void {
  console.log(`${name}: ${JSON.stringify(figures, null, 2)}`)
  for (const [goal, isReached] of Object.entries(goals)) {
    console.log(`${isReached ? 'ok    ' : 'FAILED'} ${name}: ${goal}`)
    if (!isReached) process.exitCode = 1
  }
}

await program.parseAsync()
