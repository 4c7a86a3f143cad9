// SPDX-License-Identifier: Apache-2.0
/** When units are due: the arrivals of an open load, and the schedules of the users of a closed load. */
@NullMarked
package org.plateaubench.drive.arrival;

import org.jspecify.annotations.NullMarked;
