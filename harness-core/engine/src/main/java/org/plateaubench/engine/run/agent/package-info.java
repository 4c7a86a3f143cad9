// SPDX-License-Identifier: Apache-2.0
/** What an agent of a run is asked for, and the rules by which what it sends is accepted. */
@NullMarked
package org.plateaubench.engine.run.agent;

import org.jspecify.annotations.NullMarked;
