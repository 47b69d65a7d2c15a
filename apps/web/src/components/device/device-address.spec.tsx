import { fireEvent, render, screen } from '@testing-library/react';
import { BrowserRouter, Link, Route, Routes } from 'react-router-dom';
import { deviceAddress, useAddressedNumber } from './device-address';

function Device() {
  return <output>{useAddressedNumber()}</output>;
}

function openFrom(place: string, linkTo: string) {
  history.replaceState(null, '', place);
  render(
    <BrowserRouter>
      <Link to={linkTo}>Open</Link>
      <Routes>
        <Route path="/devices/:barcode" element={<Device />} />
        <Route path="*" element={null} />
      </Routes>
    </BrowserRouter>,
  );
  fireEvent.click(screen.getByText('Open'));
  return screen.getByRole('status').textContent;
}

test.each(['CB-1', 'CB/1', 'CB%2F1', 'CB%252F1', '100%', '%', '%2e', '...', 'a b', 'ü?#&=+;', '\\', '🔧'])(
  'the link to a device opens it whatever characters its asset number has: %s',
  (number) => {
    expect(openFrom('/devices', deviceAddress(number))).toBe(number);
  },
);

test('an address with a malformed percent escape is taken literally', () => {
  const warned = jest.spyOn(console, 'warn').mockImplementation(() => undefined);
  expect(openFrom('/devices', '/devices/CB%1')).toBe('CB%1');
  warned.mockRestore();
});
