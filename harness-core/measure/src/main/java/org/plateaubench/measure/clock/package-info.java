// SPDX-License-Identifier: Apache-2.0
/** The only package that reads the clock of the machine. */
@NullMarked
package org.plateaubench.measure.clock;

import org.jspecify.annotations.NullMarked;
