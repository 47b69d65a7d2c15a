/** In the history's entry of a device that was opened from the list: the entry before it is the list. */
export const FROM_LIST = 'from-list';
