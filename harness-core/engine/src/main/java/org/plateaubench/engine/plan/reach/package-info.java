// SPDX-License-Identifier: Apache-2.0
/** Decides which parts of the host a run requested from outside may name. */
@NullMarked
package org.plateaubench.engine.plan.reach;

import org.jspecify.annotations.NullMarked;
