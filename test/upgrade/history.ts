import { accepts, asks, asksForChange, cancels, reviews, taps } from './guestActs.ts'
import {
  answers,
  answersReview,
  arrangesOffice,
  assignsOwner,
  changes,
  changesMany,
  confirms,
  erases,
  joinsCustomers,
  marksRead,
  notes,
  offers,
  withdraws,
  writesDown,
} from './officeActs.ts'
import {
  addsTrip,
  assigns,
  changesTrip,
  correctsSheet,
  drives,
  joins,
  splits,
  tellsCustomer,
} from './tripActs.ts'
import { type Act, happen, type World } from './world.ts'

// Events of a world, in three chapters. Between them the worker ends its work, for example makes the trips of the
// confirmed rides.

const requests: Act[] = [
  ...[asks, asks, asks, asks, writesDown, writesDown, taps],
  ...[answers, answers, changes, changes, changes, assignsOwner, marksRead],
  ...[
    offers,
    offers,
    offers,
    accepts,
    accepts,
    accepts,
    withdraws,
    confirms,
    confirms,
    confirms,
    changesMany,
  ],
  ...[asksForChange, cancels, notes, joinsCustomers],
]

const rides: Act[] = [
  ...[
    addsTrip,
    addsTrip,
    assigns,
    assigns,
    assigns,
    assigns,
    changesTrip,
    joins,
    joins,
    splits,
    tellsCustomer,
  ],
  ...[drives, drives, drives, correctsSheet, reviews, reviews],
  ...[confirms, changes, accepts, asksForChange],
]

const rest: Act[] = [
  ...[asks, answers, changes, confirms, cancels, asksForChange, offers, accepts],
  ...[assigns, changesTrip, splits, drives, correctsSheet, reviews, reviews, reviews, answersReview],
  ...[notes, joinsCustomers, erases],
]

export const chapters: ((world: World) => Promise<void>)[] = [
  async (world) => {
    await taps(world)
    await arrangesOffice(world)
    await happen(world, [asks], 5)
    await happen(world, requests, 45)
  },
  (world) => happen(world, rides, 35),
  (world) => happen(world, rest, 20),
]
