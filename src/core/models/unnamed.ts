/** In the place of the model of an imported answer that names none. */
export const unnamedModel = 'unknown';
