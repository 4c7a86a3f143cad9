// SPDX-License-Identifier: Apache-2.0
/** The level of a load over the run's clock, converted into instants. */
@NullMarked
package org.plateaubench.drive.schedule;

import org.jspecify.annotations.NullMarked;
