import type { Socket } from 'node:net'
import type { Sentence } from '../languages/translate.ts'
import { HttpError } from './httpError.ts'

// Expensive work passes a gate, so that a flood of it cannot take the processor and the memory from everything else. Cached
// responses pass no gate.

/**
 * Work of a session comes first, then known work: a log-in from a browser that has logged in before, or a page that all
 * visitors share. Work of other callers comes last and never takes the last place.
 */
const ranks = ['session', 'known', 'other'] as const
export type Rank = (typeof ranks)[number]

/** Where work enters the queue. */
export interface Turn {
  rank: Rank
  /** Number of times that the caller has recently been served or has failed. In a rank, the lowest number comes first. */
  earlier?: number
  /** The caller's connection. When it closes, work that has not started leaves the queue. */
  connection?: Socket
  /** Time (`performance.now()`) after which nobody waits for the work. */
  until?: number
}

interface GateOptions {
  /** Maximum work in flight. */
  running: number
  /** Maximum work in flight of the rank `other`. */
  others: number
  /** Maximum length of the queue. */
  waiting: number
  /** Maximum milliseconds in the queue. */
  waitMs: number
  /** States why work is refused, and what the caller can do. */
  refusal: Sentence
}

interface Waiting {
  turn: Turn
  start: () => void
  refuse: (error: HttpError) => void
}

export class Gate {
  readonly #options: GateOptions
  #running = 0
  #others = 0
  #refused = 0
  #started = 0
  #isPausing = false
  /** In the order in which the work starts. */
  #queue: Waiting[] = []

  constructor(options: GateOptions) {
    this.#options = options
  }

  /** For metrics: work in flight and in the queue, and work started and refused since the process started. */
  get figures(): { running: number; waiting: number; started: number; refused: number } {
    const [running, started, refused] = [this.#running, this.#started, this.#refused]
    return { running, waiting: this.#queue.length, started, refused }
  }

  /** Maximum milliseconds in the queue. */
  get waitMs(): number {
    return this.#options.waitMs
  }

  /** Returns whether work of the rank `other` would have to wait. */
  get isBusy(): boolean {
    return this.#queue.length > 0 || !this.#isFree('other')
  }

  /**
   * Runs the work as soon as a place is free. Throws HttpError 503 if the queue is full of work that comes first, or after
   * the longest wait. A place is free again when the work has ended, even if its caller no longer waits.
   */
  async run<T>(turn: Turn, work: () => Promise<T>): Promise<T> {
    if (!this.#isPausing && this.#isFree(turn.rank) && !this.#hasStartable) this.#take(turn)
    else await this.#wait(turn)
    try {
      return await work()
    } finally {
      this.#running -= 1
      if (turn.rank === 'other') this.#others -= 1
      this.#startNext()
    }
  }

  #isFree(rank: Rank): boolean {
    const { running, others } = this.#options
    return this.#running < running && (rank !== 'other' || this.#others < others)
  }

  get #hasStartable(): boolean {
    return this.#queue.some(({ turn }) => this.#isFree(turn.rank))
  }

  /** At most one work starts in each turn of the event loop, so that the process sends cached responses in between. */
  #take({ rank }: Turn): void {
    this.#running += 1
    this.#started += 1
    if (rank === 'other') this.#others += 1
    this.#isPausing = true
    setImmediate(() => {
      this.#isPausing = false
      this.#startNext()
    })
  }

  async #wait(turn: Turn): Promise<void> {
    const { waiting, waitMs } = this.#options
    const { promise, resolve: start, reject: refuse } = Promise.withResolvers<void>()
    const own: Waiting = { turn, start, refuse }
    const place = this.#queue.findIndex((one) => isBefore(turn, one.turn))
    this.#queue.splice(place < 0 ? this.#queue.length : place, 0, own)
    if (this.#queue.length > waiting) this.#refuse(this.#queue.at(-1))
    const leave = () => this.#refuse(own)
    const msLeft = Math.min(waitMs, (turn.until ?? Number.POSITIVE_INFINITY) - performance.now())
    const timer = setTimeout(leave, Math.max(0, msLeft))
    turn.connection?.once('close', leave)
    if (turn.connection?.destroyed) leave()
    this.#startNext()
    try {
      await promise
    } finally {
      clearTimeout(timer)
      turn.connection?.off('close', leave)
    }
  }

  #refuse(one: Waiting | undefined): void {
    const place = one ? this.#queue.indexOf(one) : -1
    if (!one || place < 0) return
    this.#queue.splice(place, 1)
    this.#refused += 1
    one.refuse(new HttpError(503, this.#options.refusal, { retryAfterSeconds: 2 }))
  }

  #startNext(): void {
    if (this.#isPausing) return
    const place = this.#queue.findIndex(({ turn }) => this.#isFree(turn.rank))
    const [next] = place < 0 ? [] : this.#queue.splice(place, 1)
    if (!next) return
    this.#take(next.turn)
    next.start()
  }
}

function isBefore(one: Turn, other: Turn): boolean {
  const byRank = ranks.indexOf(one.rank) - ranks.indexOf(other.rank)
  return byRank < 0 || (byRank === 0 && (one.earlier ?? 0) < (other.earlier ?? 0))
}

export type Gates = Record<'password' | 'made' | 'export' | 'picture', Gate>

/** Each process has its own gates. `answerMs` is the deadline of a call. */
export function openGates(answerMs: number): Gates {
  return {
    // A hash takes 64 MiB and one core for 150 ms or more, so the queue takes longer than the deadline of other calls.
    password: new Gate({
      running: 2,
      others: 1,
      waiting: 40,
      waitMs: 3 * answerMs,
      refusal:
        'Ora ci sono troppi accessi insieme. Riprova tra qualche secondo: chi è già entrato continua a lavorare.',
    }),
    // Responses to public reads that are not cached. Most are made within one turn of the event loop, which takes up to
    // 20 ms. Some wait for the database, so that several are in flight.
    made: new Gate({
      running: 24,
      others: 16,
      waiting: 100,
      waitMs: 0.7 * answerMs,
      refusal: (t) => t('api.busy'),
    }),
    // An export keeps a connection for as long as its reader takes.
    export: new Gate({
      running: 2,
      others: 0,
      waiting: 5,
      waitMs: 10_000,
      refusal: 'Sono già in corso altre esportazioni. Riprova tra qualche secondo.',
    }),
    // A picture of 40 megapixels takes 160 MB.
    picture: new Gate({
      running: 1,
      others: 0,
      waiting: 20,
      waitMs: 15_000,
      refusal: 'Sono già in lavorazione altre immagini. Riprova tra qualche secondo.',
    }),
  }
}
