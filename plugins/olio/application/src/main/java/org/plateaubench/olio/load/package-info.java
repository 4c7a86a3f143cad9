// SPDX-License-Identifier: Apache-2.0
/**
 * Fills the database, and brings it back to what was filled in: a pure function of scale, seed and day, written in
 * parallel, a range of rows with each transaction, so that a load that was cut short goes on where it was.
 */
@NullMarked
package org.plateaubench.olio.load;

import org.jspecify.annotations.NullMarked;
