/** Types the text where the focus is, as a keyboard would: an Enter moves on to the next field of a scanned one. */
export function typeText(text: string): void {
  for (const part of text.split(/(\n)/u)) {
    if (part === '\n') pressEnter();
    else if (part !== '') type(part);
  }
}

function type(text: string): void {
  const field = document.activeElement;
  if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return;
  field.setRangeText(text, field.selectionStart ?? 0, field.selectionEnd ?? field.value.length, 'end');
  field.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText', data: text }));
}

function pressEnter(): void {
  document.activeElement?.dispatchEvent(
    new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }),
  );
}
