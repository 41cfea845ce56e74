// WebMCP (developer.chrome.com/docs/ai/webmcp): attributes that describe forms to assistants, in English on every page.
// No form has `toolautosubmit`: a person checks and sends it.

declare module 'react' {
  interface FormHTMLAttributes<T> {
    toolname?: string
    tooldescription?: string
  }
  interface HTMLAttributes<T> {
    toolparamdescription?: string
  }
}

const forms = {
  find_fare: 'Shows the price of a ride between two places for a day and a party, and leads to its page.',
  filter_routes: 'Filters the list of routes on this page by the name of a place.',
  request_ride: 'Prepares a request for a ride. The operator confirms it after the person has sent it.',
  send_message: 'Prepares a message to the operator with the contacts of the person.',
  ask_quote: 'Prepares a request for a quote with the contacts of the person, for a ride in their own words.',
  subscribe_newsletter: 'Prepares a subscription to the newsletter, confirmed by a link in a mail.',
  confirm_newsletter: 'Confirms a subscription to the newsletter.',
  end_newsletter: 'Ends a subscription to the newsletter.',
  request_change: 'Prepares a request to change the ride of this page.',
  accept_offer: 'Prepares the acceptance of the offer of this page, which obliges the person to pay.',
  write_review: 'Prepares a public review of the finished ride of this page, in the words of the person.',
  cancel_request: 'Prepares the cancellation of the request of this page.',
}

const place = 'Town, airport, port, station or street address'
const town = 'Town of the address'
const day = 'Day of travel'
const returnDay = 'Day of the return'
const isReturn = 'Whether the person also travels back'

/** Descriptions by field name. The label describes a field that is not listed here. */
const fields: Record<string, string> = {
  departure: place,
  departureTown: town,
  destination: place,
  destinationTown: town,
  giorno: day,
  date: day,
  time: 'Pick-up time',
  whenUnknown: 'Whether day or time are not known yet',
  passeggeri: 'Number of passengers; 9 stands for more than 8',
  passengers: 'Number of passengers',
  bagagli: 'Number of large bags; 9 stands for more than 8',
  luggage: 'Number of large bags',
  ar: isReturn,
  returnTrip: isReturn,
  ritorno: returnDay,
  returnDate: returnDay,
  returnTime: 'Pick-up time of the return',
  offer: 'Vehicle that the person prefers',
  cerca: 'Part of the name of a place',
  flightOrTrain: 'Flight or train number',
  address: 'Address of the pick-up or of the hotel',
  message: 'Wishes and questions, such as child seats',
  name: 'Full name of the person',
  phone: 'Phone number with country code',
  email: 'Email address of the person',
  privacyAccepted: 'Consent to the privacy notice; only the person may give it',
  text: 'Changes that the person wishes',
}

/** Returns the attributes that make a form a tool. A page must not have two forms with one tool name. */
export const formTool = (name: keyof typeof forms) => ({ toolname: name, tooldescription: forms[name] })

export const fieldTool = (name: string | undefined) =>
  name && fields[name] ? { toolparamdescription: fields[name] } : undefined
