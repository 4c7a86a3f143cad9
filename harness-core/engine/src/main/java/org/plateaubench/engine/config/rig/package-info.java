// SPDX-License-Identifier: Apache-2.0
/** The keys of a rig: its agents, how they are started and observed, and the power meters of its hosts and SUTs. */
@NullMarked
package org.plateaubench.engine.config.rig;

import org.jspecify.annotations.NullMarked;
