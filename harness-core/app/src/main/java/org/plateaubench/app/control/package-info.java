// SPDX-License-Identifier: Apache-2.0
/** Runs in separate processes: the use of the rig, how a queue follows a run, and how a run is requested to end. */
@NullMarked
package org.plateaubench.app.control;

import org.jspecify.annotations.NullMarked;
