// SPDX-License-Identifier: Apache-2.0
/** What the lines of a run directory hold: intervals, histograms, events and errors, each a record. */
@NullMarked
package org.plateaubench.engine.store.record;

import org.jspecify.annotations.NullMarked;
