import { act, fireEvent, render, screen } from '@testing-library/react';
import { BrowserRouter } from 'react-router-dom';
import { FilterPanel } from './filter-panel';
import { useDeviceFilter } from './use-device-filter';

jest.mock('../../components/forms/school-options', () => ({ SchoolOptions: () => null }));

function Filters() {
  const { clear, ...filter } = useDeviceFilter();
  return <FilterPanel role="Member" total={0} filtering={false} onClear={clear} {...filter} />;
}

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

test('text typed just before all filters are cleared is not searched for', () => {
  history.replaceState(null, '', '/devices?status=INTAKE&priority=Low');
  render(<Filters />, { wrapper: BrowserRouter });
  fireEvent.change(screen.getByLabelText('Search'), { target: { value: 'CB-1' } });
  fireEvent.click(screen.getByRole('button', { name: 'Clear all' }));
  expect(screen.getByLabelText<HTMLInputElement>('Search').value).toBe('');
  act(() => jest.advanceTimersByTime(1_000));
  expect(location.search).toBe('');
});
