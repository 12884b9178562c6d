import { tryStorage } from '../../../api/storage.ts'

const CHOSEN_BIKE_KEY = 'fitBike'

/** Reads the id of the bike for which part pages state whether the part fits. */
export const readChosenBike = () => tryStorage(() => sessionStorage.getItem(CHOSEN_BIKE_KEY))

export const storeChosenBike = (id: string) =>
  tryStorage(() => sessionStorage.setItem(CHOSEN_BIKE_KEY, id))
