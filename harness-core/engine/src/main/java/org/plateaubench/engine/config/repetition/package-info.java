// SPDX-License-Identifier: Apache-2.0
/** The keys for repetition: tiles, scored periods, trials and the runs of a search. */
@NullMarked
package org.plateaubench.engine.config.repetition;

import org.jspecify.annotations.NullMarked;
