// SPDX-License-Identifier: Apache-2.0
// Links from one part of a result to another.

/** Goes to a part; one that is folded away is unfolded. */
export function go(event, id) {
  const part = document.getElementById(id);
  if (part) {
    event.preventDefault();
    const folded = part.closest('details');
    if (folded) {
      folded.open = true;
    }
    part.scrollIntoView();
    part.focus({preventScroll: true});
  }
}
