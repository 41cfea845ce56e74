/** Nobody is left without an answer: above eight the office makes an offer with more vehicles. */
export const passengerChoices = ['1', '2', '3', '4', '5', '6', '7', '8', 'Più di 8']
