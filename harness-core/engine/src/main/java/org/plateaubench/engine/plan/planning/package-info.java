// SPDX-License-Identifier: Apache-2.0
/** How a run file becomes a plan: rules for shares, rates, limits, windows, classes and what refers to what. */
@NullMarked
package org.plateaubench.engine.plan.planning;

import org.jspecify.annotations.NullMarked;
