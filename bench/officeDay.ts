import { seedTrips } from '../scripts/seed.ts'
import { drain } from '../src/worker/drain.ts'
import { openBrowser } from '../test/browser.ts'
import { newAddress } from '../test/newAddress.ts'
import { catalogTasks } from './office/catalog.ts'
import type { Work } from './office/hands.ts'
import { keyboardTasks } from './office/keyboard.ts'
import { leadTasks } from './office/leads.ts'
import { otherTasks } from './office/others.ts'
import type { Day, Task } from './office/task.ts'
import type { Row } from './row.ts'
import { openSite, type Site } from './site.ts'

// Fourteen tasks of a working day in the panel, and three by keyboard alone, done by a real browser that counts presses
// and letters. `TASK=mailAgain` runs one of them.

const tasks: Record<string, Task> = {
  answerTwelve: leadTasks.answerTwelve,
  raiseHub: catalogTasks.raiseHub,
  takeBackRun: catalogTasks.takeBackRun,
  publishArticle: otherTasks.publishArticle,
  priceOnPhone: catalogTasks.priceOnPhone,
  sameMoment: catalogTasks.sameMoment,
  yesterday: otherTasks.yesterday,
  angryCustomer: leadTasks.angryCustomer,
  byTelephone: leadTasks.byTelephone,
  sendOffer: leadTasks.sendOffer,
  assignTomorrow: otherTasks.assignTomorrow,
  mailAgain: otherTasks.mailAgain,
  reviewGerman: otherTasks.reviewGerman,
  shareView: leadTasks.shareView,
  answerByKeyboard: keyboardTasks.answer,
  priceByKeyboard: keyboardTasks.price,
  tripByKeyboard: keyboardTasks.trip,
}

export async function measure(): Promise<Row[]> {
  await using site = await openSite({ fill: seedTrips })
  await using browser = await openBrowser()
  const { TASK } = process.env
  const day: Day = {
    site,
    browser,
    drain: () => drain(site.runtime, site.databaseUrl),
    send: (method, path, body) => send(site, method, path, body),
  }
  const rows: Row[] = []
  for (const [name, task] of Object.entries(tasks))
    if (!TASK || TASK === name) rows.push(rowOf(task, await task.perform(day)))
  return rows
}

async function send(site: Site, method: string, path: string, body?: object) {
  const reply = await fetch(site.origin + path, {
    method,
    headers: { 'content-type': 'application/json', 'x-forwarded-for': newAddress(), ...site.staff },
    ...(method === 'GET' ? {} : { body: JSON.stringify(body ?? {}) }),
  })
  if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${await reply.text()}`)
  return reply.json()
}

function rowOf({ name, goal, before }: Task, { presses, letters, seconds }: Work): Row {
  return {
    work: name,
    ours: `${presses} ${presses === 1 ? 'press' : 'presses'}, ${letters} letters, ${seconds.toFixed(1)} s`,
    reference: before,
    goal: `≤ ${goal} ${goal === 1 ? 'press' : 'presses'}`,
    met: presses <= goal,
  }
}
