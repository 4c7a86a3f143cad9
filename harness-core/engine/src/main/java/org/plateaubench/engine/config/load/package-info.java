// SPDX-License-Identifier: Apache-2.0
/** The keys of a load, with schedules, gaps and mixes. */
@NullMarked
package org.plateaubench.engine.config.load;

import org.jspecify.annotations.NullMarked;
