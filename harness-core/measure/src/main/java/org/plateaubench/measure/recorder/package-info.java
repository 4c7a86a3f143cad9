// SPDX-License-Identifier: Apache-2.0
/** Recorders of a workload, without locks or allocation; each reading gives the interval since the one before. */
@NullMarked
package org.plateaubench.measure.recorder;

import org.jspecify.annotations.NullMarked;
