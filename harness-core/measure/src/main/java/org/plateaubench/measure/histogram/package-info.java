// SPDX-License-Identifier: Apache-2.0
/** Histograms of times: their layout, their striped memory without locks, and reading the differences of an interval. */
@NullMarked
package org.plateaubench.measure.histogram;

import org.jspecify.annotations.NullMarked;
