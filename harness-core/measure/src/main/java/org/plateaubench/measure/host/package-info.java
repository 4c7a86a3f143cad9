// SPDX-License-Identifier: Apache-2.0
/** What a host says of itself: settings, limits, and who uses its CPU. Reads, and changes nothing. */
@NullMarked
package org.plateaubench.measure.host;

import org.jspecify.annotations.NullMarked;
