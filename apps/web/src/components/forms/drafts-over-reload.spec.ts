import { storeDrafts, takeDrafts } from './drafts-over-reload';

beforeEach(() => sessionStorage.clear());

test('stored drafts are restored after one reload, not after the next', () => {
  const drafts = { 'repair-entry 1': { issue: 'Hinge', completed: true } };
  storeDrafts({ drafts });
  expect(takeDrafts()).toEqual(drafts);
  expect(takeDrafts()).toEqual({});
});

test('nothing is stored when there are no drafts', () => {
  storeDrafts({ drafts: {} });
  expect(sessionStorage).toHaveLength(0);
});
