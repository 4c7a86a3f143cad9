// SPDX-License-Identifier: Apache-2.0
/** How the level of a load goes over the run's clock, turned round into instants. */
@NullMarked
package org.plateaubench.drive.schedule;

import org.jspecify.annotations.NullMarked;
