// SPDX-License-Identifier: Apache-2.0
/** Carries out a plan: agents, phases, drain. */
@NullMarked
package org.plateaubench.engine.run;

import org.jspecify.annotations.NullMarked;
