// SPDX-License-Identifier: Apache-2.0
/** The keys of what is done more than once: tiles, scored periods, trials and the runs of a search. */
@NullMarked
package org.plateaubench.engine.config.repetition;

import org.jspecify.annotations.NullMarked;
