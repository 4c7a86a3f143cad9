// SPDX-License-Identifier: Apache-2.0
/** Decides what a run requested from outside may name of the host. */
@NullMarked
package org.plateaubench.engine.plan.reach;

import org.jspecify.annotations.NullMarked;
