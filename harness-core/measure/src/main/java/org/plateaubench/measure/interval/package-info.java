// SPDX-License-Identifier: Apache-2.0
/** What was measured in one interval, as immutable values that travel and are stored. */
@NullMarked
package org.plateaubench.measure.interval;

import org.jspecify.annotations.NullMarked;
