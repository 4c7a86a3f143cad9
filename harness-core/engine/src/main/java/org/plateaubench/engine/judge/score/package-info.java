// SPDX-License-Identifier: Apache-2.0
/** The score of a run: its rates normalised to those of a reference. */
@NullMarked
package org.plateaubench.engine.judge.score;

import org.jspecify.annotations.NullMarked;
