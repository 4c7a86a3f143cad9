// SPDX-License-Identifier: Apache-2.0
/** The only place where Plateau reads the time. */
@NullMarked
package org.plateaubench.measure.clock;

import org.jspecify.annotations.NullMarked;
