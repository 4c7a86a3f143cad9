// SPDX-License-Identifier: Apache-2.0
/** The only place where defaults, seeds, shares per agent and limits are resolved. */
@NullMarked
package org.plateaubench.engine.plan;

import org.jspecify.annotations.NullMarked;
