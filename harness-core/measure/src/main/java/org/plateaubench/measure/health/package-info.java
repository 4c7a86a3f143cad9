// SPDX-License-Identifier: Apache-2.0
/** How well the process that measures is: its CPU, collections and stalls. */
@NullMarked
package org.plateaubench.measure.health;

import org.jspecify.annotations.NullMarked;
