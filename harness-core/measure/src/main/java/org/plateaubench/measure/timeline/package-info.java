// SPDX-License-Identifier: Apache-2.0
/** The phases of a run on its clock, and the windows that they are divided into. */
@NullMarked
package org.plateaubench.measure.timeline;

import org.jspecify.annotations.NullMarked;
