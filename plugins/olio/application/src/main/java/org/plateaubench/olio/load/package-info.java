// SPDX-License-Identifier: Apache-2.0
/**
 * Loads and resets the database: its content is a pure function of scale, seed and day, written in parallel, a range of
 * rows in each transaction, so that an interrupted load can be resumed.
 */
@NullMarked
package org.plateaubench.olio.load;

import org.jspecify.annotations.NullMarked;
