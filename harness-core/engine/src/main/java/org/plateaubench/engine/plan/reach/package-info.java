// SPDX-License-Identifier: Apache-2.0
/** What a run that was asked for from outside may name of the host. */
@NullMarked
package org.plateaubench.engine.plan.reach;

import org.jspecify.annotations.NullMarked;
