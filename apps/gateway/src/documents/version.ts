/** Of the product, as package.json has it; a test holds both together. */
export const VERSION = '0.1.0';
