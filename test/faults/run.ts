import { Command, InvalidArgumentError } from 'commander'
import { storm } from './storm.ts'

// `npm run faults`: the long proof that nothing acknowledged is lost (docs/reliability.md). Writes its figures as JSON.

const whole = (text: string) => {
  const number = Number(text)
  if (!Number.isInteger(number) || number < 1) throw new InvalidArgumentError('a whole number, please')
  return number
}

const { kills, commands, seed, minutes } = new Command('npm run faults --')
  .description('Kills API, worker and database at random while commands are sent, and says what was lost.')
  .option('--kills <number>', 'how often something is killed with SIGKILL', whole, 50)
  .option('--commands <number>', 'how many commands are sent', whole, 2_000)
  .option('--seed <number>', 'the same seed kills in the same order', whole, 1)
  .option('--minutes <number>', 'ends earlier when they are over', whole, 60)
  .parse()
  .opts<{ kills: number; commands: number; seed: number; minutes: number }>()

const figures = await storm({
  kills,
  commands,
  seed,
  minutes,
  onProgress: (told) => console.error(`${told.commands} commands, ${told.kills} kills, ${told.statuses}`),
})
console.log(JSON.stringify(figures, null, 2))
const { leads, mails, prices, switches, doubledMails, ...faultless } = figures.verdict
const isProven =
  Object.values(faultless).every((count) => count === 0) &&
  doubledMails <= kills &&
  figures.settledMs <= 60_000 &&
  figures.odd.length === 0
console.log(isProven ? 'Nothing was lost.' : 'NOT PROVEN')
process.exitCode = isProven ? 0 : 1
