import type { FastifyRequest } from 'fastify'
import type { Limit } from '../kernel/message.ts'
import { countedAs } from '../kernel/run.ts'
import type { ReadLimits } from './limits.ts'
import type { Sessions } from './sessions.ts'

/** Pages and public reads of the API together, from one address. */
const reads: Limit = { bucket: 'reads', max: 600, seconds: 60 }
/** Those of them that no cache held. */
const madeReads: Limit = { bucket: 'made reads', max: 60, seconds: 60 }

/**
 * Limits what one address reads (contract section 10). Files of the build, the panel and the calls of staff are not
 * counted. A request with a valid session is never refused, so that nobody else at the office's address can lock staff
 * out; the session is read only when the limit is reached.
 */
export class Readers {
  #limits: ReadLimits
  #sessions: Sessions

  constructor(limits: ReadLimits, sessions: Sessions) {
    this.#limits = limits
    this.#sessions = sessions
  }

  /** Counts a page or call that is asked for; rejects with Refused 429 above the limit, else returns at once. */
  countRead(request: FastifyRequest): void | Promise<void> {
    return this.#count(reads, request)
  }

  /** Counts an answer that had to be made. */
  countMade(request: FastifyRequest): void | Promise<void> {
    return this.#count(madeReads, request)
  }

  #count(limit: Limit, request: FastifyRequest): void | Promise<void> {
    try {
      this.#limits.count(limit, countedAs(request.ip))
    } catch (refused) {
      return this.#sessions.staff(request).then((staff) => {
        if (!staff) throw refused
      })
    }
  }
}
