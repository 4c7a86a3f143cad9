// SPDX-License-Identifier: Apache-2.0
/** The queue of runs: their order, their processes, and recovery after either side is killed. */
@NullMarked
package org.plateaubench.web.queue;

import org.jspecify.annotations.NullMarked;
