/**
 * Milliseconds from the press that closes a dialog until it is closed: the duration of the class `transition-opacity`.
 * On closing a modal dialog, the browser styles the whole page again, so the dialog fades first, until the key is up.
 */
export const fadeMs = 150
