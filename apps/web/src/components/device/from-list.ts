/** Marks the history entry of a device opened from the list: the entry before it is the list. */
export const FROM_LIST = 'from-list';
