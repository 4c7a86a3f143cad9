// SPDX-License-Identifier: Apache-2.0
/** The share of an agent in a run, its state, its host and its plugins. */
@NullMarked
package org.plateaubench.engine.run.agent;

import org.jspecify.annotations.NullMarked;
