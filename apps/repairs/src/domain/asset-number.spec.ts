import { assetNumberStream, evolve, initialState, sameAssetNumber } from './asset-number';

test('numbers that differ only in case, outer spaces or compatibility forms are the same', () => {
  expect(sameAssetNumber(' cb-1', 'CB-1')).toBe(true);
  expect(sameAssetNumber('ＣＢ-1', 'CB-1')).toBe(true);
  expect(sameAssetNumber('CB-1', 'CB-10')).toBe(false);
});

test('every number has its own stream, whatever characters it contains', () => {
  const numbers = ['a/b', 'a%2Fb', 'a b', 'a+b', 'ä', 'a-b', '$all'];
  expect(new Set(numbers.map(assetNumberStream)).size).toBe(numbers.length);
  expect(assetNumberStream('A/B')).toBe('asset-number-a%2Fb');
});

test('a number belongs to its last claimant until it is released', () => {
  const claim = (deviceId: string) =>
    ({ type: 'AssetNumberClaimed', data: { deviceId, assetNumber: 'CB-1' } }) as const;
  const released = { type: 'AssetNumberReleased', data: { deviceId: 'd2', assetNumber: 'CB-1' } } as const;
  const held = [claim('d1'), claim('d2')].reduce(evolve, initialState());
  expect(held).toEqual({ status: 'held', deviceId: 'd2' });
  expect(evolve(held, released)).toEqual({ status: 'free' });
});
