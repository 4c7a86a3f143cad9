// SPDX-License-Identifier: Apache-2.0
/** The SUTs and the meters of a run: their start, their supervision, and checks of their telemetry. */
@NullMarked
package org.plateaubench.engine.run.sut;

import org.jspecify.annotations.NullMarked;
