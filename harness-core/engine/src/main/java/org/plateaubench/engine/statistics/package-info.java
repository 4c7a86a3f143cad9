// SPDX-License-Identifier: Apache-2.0
/** Statistics of series of figures: intervals of confidence, by published methods. Pure functions of numbers. */
@NullMarked
package org.plateaubench.engine.statistics;

import org.jspecify.annotations.NullMarked;
