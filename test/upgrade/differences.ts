import type { Difference } from './shown.ts'

// Changes that an upgrade makes on purpose.

/** A change of one value in the reply of a call. */
export interface Intended {
  /** Call whose reply changes; by default any. */
  call?: string
  /** Way to the change; `*` stands for any index or name, a `**` at the start for any way. */
  at: string
  /** Whether these values are the intended change; by default the value is new. */
  isSo?: (before: unknown, after: unknown) => boolean
  reason: string
}

export interface Differences {
  changes: Intended[]
  /** Whether lists that were bare arrays are pages with `items`. */
  makesPages: boolean
  /** Statements that store in the older database what the upgrade concludes, so that both releases show it. */
  concludes: string[]
}

/** A request asks for a way back if staff stored a day, time or trip of one, which the column `return_trip` did not say. */
const asksForWayBack = (table: string, ...isDriven: string[]) => `
  update ${table} lead set return_trip = true
  where ${['return_date is not null', 'return_time is not null', ...isDriven].join(' or ')}`

const isNew = (before: unknown, after: unknown) => before === undefined && after !== undefined

function fits(pattern: string, at: string): boolean {
  const [wanted, found] = [pattern.split('.').reverse(), at.split('.').reverse()]
  const isOpen = wanted.at(-1) === '**'
  if (isOpen) wanted.pop()
  const isLong = isOpen ? found.length >= wanted.length : found.length === wanted.length
  return isLong && wanted.every((name, n) => name === '*' || name === found[n])
}

/** Returns the entry of the table that allows the difference. */
export const intendedBy = ({ changes }: Differences, call: string, { at, before, after }: Difference) =>
  changes.find(
    (one) =>
      (one.call === undefined || one.call === call) && fits(one.at, at) && (one.isSo ?? isNew)(before, after),
  )

const newFields = (reason: string, ...ways: string[]): Intended[] => ways.map((at) => ({ at, reason }))

const exportsMore = newFields(
  'the export of a person contains every column of the requests',
  '**.leads.*.callInsteadEventId',
  '**.leads.*.phoneKey',
)

/** Only a split uses the number, and it follows a read. */
const numbersRides: Intended = {
  at: '**.added.*.id',
  isSo: (before, after) => typeof before === 'number' && typeof after === 'number',
  reason: 'a ride that staff added to a joined trip has the number of a ride',
}

/** Changes from the last commit that changed tables. */
export const sinceLast: Differences = {
  makesPages: false,
  concludes: [
    asksForWayBack(
      'leads',
      `exists (select from rides where lead_kind = kind and lead_id = lead.id and direction = 'back')`,
    ),
  ],
  changes: [],
}

/** Whether the texts differ only in how they write Lecce, which some guests of the worlds type in small letters. */
function writesLecce(before: unknown, after: unknown): boolean {
  if (typeof before !== 'string' || typeof after !== 'string') return false
  const [was, is] = [before, after].map((text) => text.replaceAll(/lecce/gi, 'Lecce'))
  return was === is
}

/** Whether an event says the same without the link, and on the way back without the flight of the way there. */
function saysTheSame(before: unknown, after: unknown): boolean {
  const [was, is] = [before, after].map((text) => String(text).split('\\n'))
  const isLink = (line: string) => line.startsWith('https://www.salento.example')
  const lost = was?.filter((line) => !isLink(line) && !is?.includes(line)) ?? []
  const added = is?.filter((line) => !isLink(line) && !was?.includes(line)) ?? []
  return added.length === 0 && lost.every((line) => /^(Volo|Flight|Flug|Vol) /.test(line))
}

/** Whether the names are such as `leads:personErased` and `settings:personErased`. */
function isOtherModule(before: unknown, after: unknown): boolean {
  const [was, is] = [before, after].map((name) => String(name).split(':')[1])
  return was !== undefined && was === is
}

/** Changes from 1.0.0. */
export const sinceFirst: Differences = {
  makesPages: true,
  concludes: Object.entries({ availability_requests: 'availability_request', bookings: 'booking' }).map(
    ([table, kind]) =>
      asksForWayBack(
        table,
        `exists (select from trip_parties where lead_kind = '${kind}' and lead_id = lead.id and direction = 'back')`,
      ),
  ),
  changes: [
    {
      call: 'the guest’s page',
      at: 'fact',
      isSo: (before, after) => String(after).toLowerCase().includes(String(before).toLowerCase()),
      reason: 'a place that a guest typed in small letters is shown as the catalogue writes it',
    },
    {
      at: '**.*',
      isSo: writesLecce,
      reason: 'a place that a guest typed in small letters is shown as the catalogue writes it',
    },
    ...['the guest’s page', 'the guest’s calendar file', 'the page of a review'].map((call) => ({
      call,
      at: 'content',
      isSo: () => true,
      reason: 'the sentences of a page are better; the test compares the facts on it',
    })),
    {
      at: '**.events.*.DESCRIPTION',
      isSo: saysTheSame,
      reason:
        'the link of a calendar file shows and cannot cancel; the way back has not the flight of the way there',
    },
    {
      call: 'GET /calendario/:token.ics',
      at: 'content.events.*',
      isSo: (before, after) =>
        before === undefined && (after as { STATUS?: string } | undefined)?.STATUS === 'CANCELLED',
      reason: 'staff get a cancelled trip as cancelled, because some programs keep events that disappear',
    },
    ...['**.links.call', '**.links.whatsapp'].map((at) => ({
      at,
      isSo: (before: unknown, after: unknown) =>
        after === null && /^(tel:\+|https:\/\/wa.me\/)39/.test(String(before)),
      reason: 'a number without prefix is Italian only if the guest reads Italian',
    })),
    ...newFields(
      'more pages have links to call and write',
      '**.drivers.*.call',
      '**.guests.*.call',
      '**.guests.*.whatsapp',
      '**.untold.*.call',
      '**.untold.*.about',
    ),
    {
      call: 'GET /api/admin/today',
      at: 'content.untold.*',
      isSo: (before, after) =>
        before === undefined && (after as { about?: string } | undefined)?.about === 'move',
      reason: 'Oggi names the guests without an e-mail address whose ride was moved',
    },
    ...newFields(
      'calendar programs know which version of an event is the newest',
      '**.events.*.LAST-MODIFIED',
    ),
    ...['GET /api/admin/mail-samples', 'GET /api/admin/periodic-tasks'].map((call) => ({
      call,
      at: '**.*',
      isSo: () => true,
      reason: 'shows what the release can do, no stored data',
    })),
    ...exportsMore,
    numbersRides,
    ...newFields('a request may look like a robot’s', '**.isSuspected'),
    ...newFields(
      'the guest’s page says more',
      '**.routeWords',
      '**.isViewOnly',
      '**.isSoon',
      '**.isJustSent',
    ),
    ...newFields(
      'a driver’s time that cannot be true is replaced by the time of receipt and marked',
      '**.isReceiptTime',
      '**.isDepartureReceipt',
      '**.isArrivalReceipt',
      'content.*.Nota sugli orari',
    ),
    ...newFields('a trip says whether to call its guest', '**.needsCall'),
    ...newFields(
      'a driver can be called and written to',
      'content.call',
      'content.whatsapp',
      '**.items.*.call',
      '**.items.*.whatsapp',
    ),
    ...newFields('staff undo answers as a whole', '**.actId'),
    ...newFields('the register shows names and labels', '**.label', '**.names', '**.labels'),
    ...newFields(
      'Oggi judges each condition',
      '**.conditions',
      '**.askedMails',
      '**.stuck',
      '**.stuckReason',
    ),
    ...newFields(
      'settings and lists of other sections say more',
      '**.ownServer',
      '**.gazetteerId',
      '**.listsToday',
      '**.seenAs',
    ),
    ...newFields('the list has pages', 'content.page', 'content.totalPages', 'content.total'),
    {
      at: '**.phones.*',
      isSo: (before, after) => (after as { phone?: string } | undefined)?.phone === before,
      reason: 'each number of a customer has its link',
    },
    ...['requestsToday', 'requestsTotal', 'leadsToday', 'leadsTotal', 'requestsByKind'].map((name) => ({
      call: 'GET /api/admin/dashboard',
      at: `content.${name}`,
      isSo: () => true,
      reason: 'the figures count requests of all kinds',
    })),
    {
      call: 'GET /api/admin/audit',
      at: '**.canRestore',
      isSo: (before, after) => before === false && after === true,
      reason: 'more acts can be undone',
    },
    ...['**.action', '**.type'].map((at) => ({
      at,
      isSo: isOtherModule,
      reason: 'acts and events are named after the module that declares them',
    })),
  ],
}
