// SPDX-License-Identifier: Apache-2.0
/** The share of an agent in a run, and the rules by which its messages are accepted. */
@NullMarked
package org.plateaubench.engine.run.agent;

import org.jspecify.annotations.NullMarked;
