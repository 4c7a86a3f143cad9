// SPDX-License-Identifier: Apache-2.0
/** The SUTs and the meters of a run: their start, their watch, and whether they can be read. */
@NullMarked
package org.plateaubench.engine.run.sut;

import org.jspecify.annotations.NullMarked;
