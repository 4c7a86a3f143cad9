// SPDX-License-Identifier: Apache-2.0
/** A rig of several hosts: its broker, and the agent that serves the runs of other hosts. */
@NullMarked
package org.plateaubench.app.rig;

import org.jspecify.annotations.NullMarked;
