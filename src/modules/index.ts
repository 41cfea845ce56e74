import type { Handler, Reaction } from '../message.ts'

/** Everything the product can be asked or told. */
export const handlers: Handler[] = []

/** What follows what: read this list to know what happens after an event. */
export const reactions: Reaction[] = []
