// SPDX-License-Identifier: Apache-2.0
/** Facts about a host: settings, limits, and the processes that use its CPU. Reads, and changes nothing. */
@NullMarked
package org.plateaubench.measure.host;

import org.jspecify.annotations.NullMarked;
