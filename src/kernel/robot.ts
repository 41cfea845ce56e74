/** Minimum milliseconds between showing and sending a form. The site's forms wait so long; faster senders are robots. */
export const humanMs = 2_000

interface Sender {
  website?: string
  elapsedMs?: number
}

/** Returns whether the sender filled in the hidden field or was too fast (`robotFields` in field.ts). */
export const isRobot = ({ website, elapsedMs }: Sender): boolean =>
  Boolean(website) || (elapsedMs !== undefined && elapsedMs < humanMs)
