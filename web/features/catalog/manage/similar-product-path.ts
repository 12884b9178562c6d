import { paths } from '../../../paths.ts'

/** Returns the path of the form for a new product, filled with the data of this product. */
export const similarProductPath = (id: string) => `${paths.addProduct}?like=${id}`
