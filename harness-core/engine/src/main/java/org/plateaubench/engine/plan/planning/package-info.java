// SPDX-License-Identifier: Apache-2.0
/** Converts a run file to a plan, by rules for shares, rates, limits, windows, classes and references. */
@NullMarked
package org.plateaubench.engine.plan.planning;

import org.jspecify.annotations.NullMarked;
