// SPDX-License-Identifier: Apache-2.0
/** The lines of the files in a run directory: intervals, histograms, events and errors, each a record. */
@NullMarked
package org.plateaubench.engine.store.record;

import org.jspecify.annotations.NullMarked;
