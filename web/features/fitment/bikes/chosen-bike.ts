import { tryStorage } from '../../../api/storage.ts'

const STORAGE_KEY = 'fitBike'

/** Reads the id of the bike for which part pages state whether the part fits. */
export const readChosenBike = () => tryStorage(() => sessionStorage.getItem(STORAGE_KEY))

export const storeChosenBike = (id: string) =>
  tryStorage(() => sessionStorage.setItem(STORAGE_KEY, id))
