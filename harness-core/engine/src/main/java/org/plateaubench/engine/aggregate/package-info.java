// SPDX-License-Identifier: Apache-2.0
/** Merges the interval snapshots of all agents. */
@NullMarked
package org.plateaubench.engine.aggregate;

import org.jspecify.annotations.NullMarked;
