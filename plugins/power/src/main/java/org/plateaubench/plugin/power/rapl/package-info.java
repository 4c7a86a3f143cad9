// SPDX-License-Identifier: Apache-2.0
/** Energy counters of processors, as Linux shows them. */
@NullMarked
package org.plateaubench.plugin.power.rapl;

import org.jspecify.annotations.NullMarked;
