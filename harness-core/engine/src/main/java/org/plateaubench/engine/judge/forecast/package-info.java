// SPDX-License-Identifier: Apache-2.0
/** What a run that lasts has missed already: the outlook, and its limits so far. */
@NullMarked
package org.plateaubench.engine.judge.forecast;

import org.jspecify.annotations.NullMarked;
