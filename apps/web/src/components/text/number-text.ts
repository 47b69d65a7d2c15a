const writer = new Intl.NumberFormat('en-US');

/** 12,345: English notation, whatever the browser's language. */
export const numberText = (value: number): string => writer.format(value);

export const devicesText = (devices: number): string => (devices === 1 ? '1 device' : `${numberText(devices)} devices`);
