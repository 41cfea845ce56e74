import { createContext, useContext } from 'react'
import type { Message } from '../../../kernel/message.ts'

/** Rights of the logged-in user by role. The panel only hides what the user may not do. The server checks each call. */
export interface Rights {
  may(message: Pick<Message, 'access'>): boolean
  /** Whether the user may open the screen of a path (`adminPath`). */
  opens(path: string): boolean
}

export const RightsContext = createContext<Rights>({ may: () => false, opens: () => false })

export const useRights = () => useContext(RightsContext)
